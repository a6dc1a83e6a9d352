import { isObject, type Json, ToolError } from "@agent-tools/contract";
import { atPath } from "./json-path.js";

/** What a tool answers with: keys picked by path, a JMESPath expression, or a Liquid template (needs `liquidjs`). */
export type Transformation =
  | { readonly map: Readonly<Record<string, string>> }
  | { readonly jmespath: string }
  | { readonly liquid: string };

/** A transformation as catalogues store it: a map, also as JSON text, a Liquid template, or else JMESPath. */
export function parseTransformation(given: string | Readonly<Record<string, string>>): Transformation {
  if (typeof given !== "string") return { map: given };
  if (given.includes("{%") || /\{\{(?!\s*\})/.test(given)) return { liquid: given };
  try {
    const parsed: unknown = JSON.parse(given);
    if (isObject(parsed)) return { map: parsed as Record<string, string> };
  } catch {
    // No JSON: an expression.
  }
  return { jmespath: given };
}

/** The transformed value. Throws where it cannot be made; the caller then answers with the raw value. */
export async function transform(value: Json, transformation: Transformation): Promise<Json> {
  if ("map" in transformation) return pick(value, transformation.map);
  if ("jmespath" in transformation) {
    const { search } = await import("@jmespath-community/jmespath");
    return (search(value as never, transformation.jmespath) ?? null) as Json;
  }
  return render(value, transformation.liquid);
}

function pick(value: Json, map: Readonly<Record<string, string>>): Json {
  if (typeof value !== "object" || value === null) throw new Error("the response is no object");
  const picked = Object.entries(map).map(([key, path]) => [key, atPath(value, path)] as const);
  if (picked.every(([, found]) => found === undefined)) {
    throw new Error(`nothing was found at ${Object.values(map).join(", ")}`);
  }
  return Object.fromEntries(picked);
}

/** A Liquid template works on the response's fields; the response itself is `response`. JSON text becomes its value. */
async function render(value: Json, template: string): Promise<Json> {
  const { Liquid } = await import("liquidjs").catch((cause) => {
    throw new ToolError("invalid_configuration", "A Liquid template needs the package liquidjs. Install it.", {
      cause,
    });
  });
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    relativeReference: false,
    templates: {},
    parseLimit: 100_000,
    renderLimit: 1_000,
    memoryLimit: 10_000_000,
  });
  const scope = { ...(isObject(value) ? value : {}), response: value };
  const text = String(await engine.parseAndRender(template, scope));
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
