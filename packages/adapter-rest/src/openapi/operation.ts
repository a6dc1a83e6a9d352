import { isObject } from "@agent-tools/contract";
import type { ApiVersion } from "./document-text.js";
import type { Documents, Located } from "./documents.js";

type Fields = Readonly<Record<string, unknown>>;

/** One operation as it stands in its description, not looked into yet. */
export class Operation {
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
  /** The fields of its path item, which may give parameters and servers for all of its operations. */
  readonly shared: Fields;
  readonly base: string;

  constructor(method: string, path: string, fields: Fields, shared: Fields, base: string) {
    this.method = method;
    this.path = path;
    this.fields = fields;
    this.shared = shared;
    this.base = base;
  }

  /** For people: `GET /pets/{id}`. */
  get label(): string {
    return `${this.method} ${this.path}`;
  }
}

/** Something that is no operation, and why. */
export interface Flawed {
  readonly label: string;
  readonly reason: string;
}

const methods: Readonly<Record<string, string>> = {
  get: "GET",
  put: "PUT",
  post: "POST",
  delete: "DELETE",
  options: "OPTIONS",
  head: "HEAD",
  patch: "PATCH",
};
const with30: Readonly<Record<string, string>> = { ...methods, trace: "TRACE" };
const methodsOf: Readonly<Record<ApiVersion, ReadonlyMap<string, string>>> = {
  "2.0": new Map(Object.entries(methods)),
  "3.0": new Map(Object.entries(with30)),
  "3.1": new Map(Object.entries(with30)),
  "3.2": new Map(Object.entries({ ...with30, query: "QUERY" })),
};

/** Every operation of a description in its order, and what cannot be one. */
export function operationsOf(documents: Documents, version: ApiVersion): (Operation | Flawed)[] {
  const found: (Operation | Flawed)[] = [];
  const { paths } = documents.root;
  if (!isObject(paths)) return found;
  for (const path of Object.keys(paths)) {
    if (path.startsWith("x-")) continue;
    const item = paths[path];
    if (isObject(item) && typeof item["$ref"] !== "string") {
      addOperations(found, version, path, item, documents.base);
      continue;
    }
    const target = isObject(item) ? referredItem(item, documents) : undefined;
    if (target) addOperations(found, version, path, target.value, target.base);
    else found.push({ label: path, reason: "its path item is missing, or is a reference that leads nowhere" });
  }
  return found;
}

function addOperations(
  found: (Operation | Flawed)[],
  version: ApiVersion,
  path: string,
  item: Fields,
  base: string,
): void {
  const known = methodsOf[version];
  for (const name in item) {
    const method = known.get(name);
    if (method !== undefined) found.push(operation(method, item[name], path, item, base));
  }
  const more = version === "3.2" ? item["additionalOperations"] : undefined;
  if (!isObject(more)) return;
  for (const [name, fields] of Object.entries(more)) {
    const isMethod = /^[A-Za-z][\w.!#$%&'*+^`|~-]*$/.test(name);
    found.push(
      isMethod
        ? operation(name.toUpperCase(), fields, path, item, base)
        : { label: `${name} ${path}`, reason: `"${name}" is no HTTP method` },
    );
  }
}

function operation(method: string, fields: unknown, path: string, shared: Fields, base: string): Operation | Flawed {
  return isObject(fields)
    ? new Operation(method, path, fields, shared, base)
    : { label: `${method} ${path}`, reason: "it is no object" };
}

/** The path item that one refers to; what stands beside the reference wins. */
function referredItem(
  given: Record<string, unknown>,
  documents: Documents,
): { readonly value: Fields; readonly base: string } | undefined {
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
