import { isDeepStrictEqual } from "node:util";

/** A published package's manifest, as far as it has to look like all the others. */
export interface PublishedManifest {
  readonly name: string;
  readonly description?: string;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly publishConfig?: { readonly exports?: unknown };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const source = "@agent-tools/source";

/** How a published package's manifest differs from what every manifest says, one sentence each. */
export function manifestFaults(manifest: PublishedManifest): string[] {
  const faults: string[] = [];
  for (const [field, value] of Object.entries(sameForAll)) {
    if (!isDeepStrictEqual(manifest[field], value)) faults.push(`${field} should be ${JSON.stringify(value)}.`);
  }
  // A bundler may drop every module but those that are listed.
  if (manifest["sideEffects"] !== false && !Array.isArray(manifest["sideEffects"])) {
    faults.push("sideEffects should be false, or the files that have some.");
  }
  if (!manifest.description) faults.push("description is missing; the README's package table shows it.");
  for (const [entry, conditions] of Object.entries(manifest.exports)) {
    const name = conditions[source]?.match(/^\.\/src\/([a-z0-9/-]+)\.ts$/)?.[1];
    const expected = [
      [source, `./src/${name}.ts`],
      ["types", `./dist/${name}.d.ts`],
      ["default", `./dist/${name}.js`],
    ];
    if (!isDeepStrictEqual(Object.entries(conditions), expected)) {
      faults.push(`exports["${entry}"] should be the source, the types and the module of one file, in this order.`);
    }
  }
  if (!isDeepStrictEqual(manifest.publishConfig?.exports, withoutSource(manifest.exports))) {
    faults.push("publishConfig.exports should be exports without their source condition.");
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (name.startsWith("@agent-tools/") && range !== "workspace:^") {
      faults.push(`dependencies["${name}"] should be "workspace:^".`);
    }
  }
  return faults;
}

const sameForAll: Readonly<Record<string, unknown>> = {
  license: "MIT",
  type: "module",
  engines: { node: ">=20.18.1" },
  files: ["dist"],
  scripts: { build: "tsup" },
};

function withoutSource(exports: PublishedManifest["exports"]): unknown {
  return Object.fromEntries(
    Object.entries(exports).map(([entry, { [source]: _, ...conditions }]) => [entry, conditions]),
  );
}
