import { isBuiltin } from "node:module";
import {
  dependenciesOfContract,
  type Layer,
  layerOf,
  layers,
  layersWithArrowsInside,
  neutralPackages,
  packagesWithMcpSdk,
  usersOfAdapters,
} from "./layers.js";
import { type Member, packageOf, resolveRelative } from "./member.js";

/** Every breach of docs/architecture.md, section 1, one sentence each. */
export function breaches(members: readonly Member[]): string[] {
  return [
    ...placeless(members),
    ...wrongArrows(members),
    ...cycles(members),
    ...contractWithOthers(members),
    ...mcpSdkElsewhere(members),
    ...nodeInNeutralEntries(members),
  ];
}

const ranks = new Map<Layer, number>(layers.map(({ layer }, index) => [layer, index]));
const shortName = ({ folder }: Member) => folder.slice(folder.indexOf("/") + 1);

/** What a member's users get with it: what its manifest lists, development apart, and what its sources import. */
function usedBy({ manifest, imports }: Member): Map<string, string> {
  const used = new Map<string, string>();
  for (const field of ["dependencies", "peerDependencies", "optionalDependencies"] as const) {
    for (const name of Object.keys(manifest[field] ?? {})) used.set(name, "package.json");
  }
  for (const { specifier, file } of imports) {
    if (!specifier.startsWith(".") && !isBuiltin(specifier)) used.set(packageOf(specifier), file);
  }
  used.delete(manifest.name);
  return used;
}

function placeless(members: readonly Member[]): string[] {
  return members
    .filter(({ folder }) => layerOf(folder) === undefined)
    .map(({ folder }) => `${folder} has no layer. Give it one in docs/architecture.md, section 1, and in layers.ts.`);
}

function wrongArrows(members: readonly Member[]): string[] {
  const byName = new Map(members.map((member) => [member.manifest.name, member]));
  const found: string[] = [];
  for (const member of members) {
    const from = layerOf(member.folder);
    for (const [name, where] of usedBy(member)) {
      const target = byName.get(name);
      const to = target && layerOf(target.folder);
      const why = from && to && refusal(from, to);
      if (why) found.push(`${member.folder}/${where}: uses ${name}, but ${why}.`);
    }
  }
  return found;
}

function refusal(from: Layer, to: Layer): string | undefined {
  if (from === "hosts" || from === "beside") return undefined;
  if (to === "beside") return `only hosts and tests use what stands beside the layers`;
  if (to === "adapters" && from === "adapters") return "adapters never use each other";
  if (to === "adapters" && !usersOfAdapters.includes(from)) return `${from} is handed adapters as values`;
  if (from === to && !layersWithArrowsInside.includes(from)) return `the packages of "${from}" do not use each other`;
  if ((ranks.get(to) ?? 0) < (ranks.get(from) ?? 0)) return `the arrow from "${from}" to "${to}" points up`;
  return undefined;
}

function cycles(members: readonly Member[]): string[] {
  const byName = new Map(members.map((member) => [member.manifest.name, member]));
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    const member = byName.get(name);
    if (!member || done.has(name)) return;
    if (path.includes(name)) {
      found.push(`A cycle: ${[...path.slice(path.indexOf(name)), name].join(" → ")}.`);
      return;
    }
    for (const used of usedBy(member).keys()) visit(used, [...path, name]);
    done.add(name);
  };
  for (const name of byName.keys()) visit(name, []);
  return found;
}

function contractWithOthers(members: readonly Member[]): string[] {
  const contract = members.find((member) => layerOf(member.folder) === "contract");
  return [...(contract ? usedBy(contract) : [])]
    .filter(([name]) => !dependenciesOfContract.includes(name))
    .map(([name, where]) => `packages/contract/${where}: uses ${name}; it may use ${dependenciesOfContract} only.`);
}

function mcpSdkElsewhere(members: readonly Member[]): string[] {
  return members
    .filter((member) => layerOf(member.folder) !== "hosts" && !packagesWithMcpSdk.includes(shortName(member)))
    .flatMap((member) =>
      [...usedBy(member)]
        .filter(([name]) => name.startsWith("@modelcontextprotocol/"))
        .map(([name, where]) => `${member.folder}/${where}: uses ${name}; only ${packagesWithMcpSdk.join(", ")} may.`),
    );
}

function nodeInNeutralEntries(members: readonly Member[]): string[] {
  const byName = new Map(members.map((member) => [member.manifest.name, member]));
  return members
    .filter((member) => neutralPackages.includes(shortName(member)))
    .flatMap((member) =>
      [...reachable(member, byName)]
        .filter(([specifier]) => isBuiltin(specifier))
        .map(([specifier, path]) => `${member.folder} claims to run anywhere, but reaches ${specifier}: ${path}.`),
    );
}

/** Everything outside the workspace that a member's root entry loads at run time, and the files it is reached through. */
function reachable(start: Member, byName: ReadonlyMap<string, Member>): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (member: Member, file: string, path: readonly string[]): void => {
    const here = `${member.folder}/${file}`;
    if (seen.has(here)) return;
    seen.add(here);
    for (const { specifier, isTypeOnly } of member.imports.filter((each) => each.file === file)) {
      if (isTypeOnly) continue;
      const target = byName.get(packageOf(specifier));
      if (specifier.startsWith(".")) visit(member, resolveRelative(file, specifier), [...path, here]);
      else if (target) visit(target, "src/index.ts", [...path, here]);
      else found.set(specifier, [...path, here].join(" → "));
    }
  };
  visit(start, "src/index.ts", []);
  return found;
}
