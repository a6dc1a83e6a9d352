import { isObject } from "@agent-tools/contract";
import type { ApiVersion } from "./document-text.js";
import type { Documents, Located } from "./documents.js";

type Fields = Readonly<Record<string, unknown>>;

/** One operation as it stands in its description, not looked into yet. */
export interface Operation {
  /** For people: `GET /pets/{id}`. */
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
  /** The fields of its path item, which may give parameters and servers for all of its operations. */
  readonly shared: Fields;
  readonly base: string;
}

/** Something that is no operation, and why. */
export interface Flawed {
  readonly label: string;
  readonly reason: string;
}

const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);
const laterMethods: Readonly<Record<ApiVersion, readonly string[]>> = {
  "2.0": [],
  "3.0": ["trace"],
  "3.1": ["trace"],
  "3.2": ["trace", "query"],
};

/** Every operation of a description in its order, and what cannot be one. */
export function* operationsOf(documents: Documents, version: ApiVersion): Generator<Operation | Flawed> {
  const { paths } = documents.root;
  const later = laterMethods[version];
  if (!isObject(paths)) return;
  for (const [path, given] of Object.entries(paths)) {
    if (path.startsWith("x-")) continue;
    const item = pathItem(given, documents);
    if (!item) {
      yield { label: path, reason: "its path item is missing, or is a reference that leads nowhere" };
      continue;
    }
    const { value: shared, base: sharedBase } = item;
    for (const name of Object.keys(shared)) {
      if (methods.has(name) || later.includes(name)) yield operation(name, shared[name], path, shared, sharedBase);
    }
    const more = version === "3.2" ? shared["additionalOperations"] : undefined;
    for (const [name, fields] of Object.entries(isObject(more) ? more : {})) {
      yield operation(name, fields, path, shared, sharedBase);
    }
  }
}

function operation(name: string, fields: unknown, path: string, shared: Fields, base: string): Operation | Flawed {
  const method = name.toUpperCase();
  const label = `${method} ${path}`;
  if (!path.startsWith("/")) return { label, reason: "its path does not begin with /" };
  if (!isObject(fields)) return { label, reason: "it is no object" };
  if (!/^[A-Z][A-Z0-9-]*$/.test(method)) return { label, reason: `"${name}" is no HTTP method` };
  return { label, method, path, fields, shared, base };
}

/** A path item, through its reference; what stands beside the reference wins. */
function pathItem(given: unknown, documents: Documents): { value: Record<string, unknown>; base: string } | undefined {
  if (!isObject(given)) return undefined;
  if (typeof given["$ref"] !== "string") return { value: given, base: documents.base };
  const target = dereference({ value: given, base: documents.base }, documents);
  if (!target) return undefined;
  const { $ref, ...beside } = given;
  return { value: { ...target.value, ...beside }, base: target.base };
}

/** The object that a value is, or refers to; undefined where there is none. */
export function dereference(
  { value, base }: Located,
  documents: Documents,
): { readonly value: Record<string, unknown>; readonly base: string } | undefined {
  let found: Located | undefined = { value, base };
  for (let hops = 0; hops < 20; hops += 1) {
    if (!found || !isObject(found.value)) return undefined;
    const reference: unknown = found.value["$ref"];
    if (typeof reference !== "string") return { value: found.value, base: found.base };
    found = documents.resolve(reference, found.base);
  }
  return undefined;
}
