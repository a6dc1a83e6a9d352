import { isObject, type Schema } from "@agent-tools/contract";
import { limitPhrases } from "./describe-schema.js";
import type { Keywords } from "./keywords.js";
import { declaredTypes, impliedTypes, mergedNode, referredSchema } from "./merge-schemas.js";

/** How to write types. */
export interface TypeTextOptions {
  /** One property a line, below its description and limits as a comment. Default false: everything on one line. */
  readonly comments?: boolean;
  /** Levels of nesting to show; what is deeper is `object` or `unknown[]`. Default 12. */
  readonly depth?: number;
}

/** Of a longer enumeration, so many values are written. */
const VALUES_LIMIT = 40;

/** Of a longer description, so many characters are written. */
const COMMENT_LIMIT = 300;

/** Writes the schemas of one schema form as TypeScript. A type that holds itself, or is long and used twice, gets a name. */
export class TypeWriter {
  readonly #root: Keywords;
  readonly #comments: boolean;
  readonly #depth: number;
  readonly #worthNaming: ReadonlySet<string>;
  readonly #names = new Map<string, string>();
  readonly #declarations: string[] = [];

  constructor(root: Schema, { comments = false, depth = 12 }: TypeTextOptions) {
    this.#root = isObject(root) ? root : {};
    this.#comments = comments;
    this.#depth = depth;
    this.#worthNaming = referencesWorthNaming(this.#root);
  }

  /** The declarations that the types written so far need, each a line or more. */
  get declarations(): readonly string[] {
    return this.#declarations;
  }

  /** The type of a schema of the form. */
  type(schema: Schema, level = 0): string {
    if (typeof schema === "boolean") return schema ? "unknown" : "never";
    const reference = schema["$ref"];
    if (typeof reference === "string" && this.#worthNaming.has(reference)) return this.#name(reference);
    const node = mergedNode(schema, this.#root);
    if (typeof node === "boolean") return node ? "unknown" : "never";
    if ("const" in node) return literal(node["const"]);
    if (Array.isArray(node["enum"])) return this.#values(node["enum"]);
    const parts = [this.#own(node, level), this.#union(node["anyOf"], level), this.#union(node["oneOf"], level)];
    const telling = parts.filter((part): part is string => part !== undefined && part !== "unknown");
    return telling.length > 1 ? telling.map(inParentheses).join(" & ") : (telling[0] ?? "unknown");
  }

  #own(node: Keywords, level: number): string {
    const types = declaredTypes(node) ?? impliedTypes(node);
    return [...new Set(types.map((type) => this.#ofType(type, node, level)))].join(" | ") || "unknown";
  }

  #ofType(type: string, node: Keywords, level: number): string {
    if (type === "object") return this.#object(node, level);
    if (type === "array") return this.#list(node, level);
    return type === "integer" ? "number" : type;
  }

  #union(branches: unknown, level: number): string | undefined {
    if (!Array.isArray(branches)) return undefined;
    const types = [...new Set((branches as Schema[]).map((branch) => this.type(branch, level)))];
    return types.includes("unknown") ? "unknown" : types.join(" | ");
  }

  #values(values: readonly unknown[]): string {
    const texts = values.slice(0, VALUES_LIMIT).map(literal);
    const kinds = [...new Set(values.slice(VALUES_LIMIT).map((value) => (isObject(value) ? "object" : typeof value)))];
    return [...texts, ...kinds.map((kind) => `${kind} /* one of ${values.length} */`)].join(" | ");
  }

  #object(node: Keywords, level: number): string {
    const properties = (node["properties"] ?? {}) as Readonly<Record<string, Schema>>;
    const required = (node["required"] ?? []) as readonly string[];
    const names = [...new Set([...Object.keys(properties), ...required])];
    const others = [node["additionalProperties"], ...Object.values(node["patternProperties"] ?? {})] as Schema[];
    const values = others.filter((other) => other !== undefined && other !== false);
    if (level >= this.#depth) return "object";
    const rest = values.length > 0 ? `Record<string, ${this.#union(values, level + 1)}>` : undefined;
    if (names.length === 0) return rest ?? (node["additionalProperties"] === false ? "{}" : "Record<string, unknown>");
    const fields = names.map((name) => {
      const property = Object.hasOwn(properties, name) ? (properties[name] as Schema) : true;
      const mark = required.includes(name) ? "" : "?";
      return { property, text: `${propertyName(name)}${mark}: ${this.type(property, level + 1)}` };
    });
    const body = this.#comments
      ? `{\n${fields.map(({ property, text }) => indented(`${comment(property)}${text};`)).join("\n")}\n}`
      : `{ ${fields.map(({ text }) => text).join("; ")} }`;
    return rest === undefined || node["additionalProperties"] === true ? body : `${body} & ${rest}`;
  }

  #list(node: Keywords, level: number): string {
    const rest = (node["items"] ?? true) as Schema;
    if (level >= this.#depth) return "unknown[]";
    const others = `${inParentheses(this.type(rest, level + 1))}[]`;
    const first = node["prefixItems"] as readonly Schema[] | undefined;
    if (!first) return others;
    const needed = (node["minItems"] as number | undefined) ?? 0;
    const items = first.map((item, index) => {
      const type = this.type(item, level + 1);
      return index < needed ? type : `${inParentheses(type)}?`;
    });
    return `[${[...items, ...(rest === false ? [] : [`...${others}`])].join(", ")}]`;
  }

  #name(reference: string): string {
    const known = this.#names.get(reference);
    if (known) return known;
    const base = typeName(reference);
    const taken = new Set(this.#names.values());
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}${count}`;
    this.#names.set(reference, name);
    const place = this.#declarations.push("") - 1;
    const { $ref: _, ...target } = { ...(referredSchema(reference, this.#root) as Keywords) };
    const isAlias = "$ref" in (referredSchema(reference, this.#root) as Keywords);
    const type = this.type(isAlias ? referredSchema(reference, this.#root) : target, 0);
    this.#declarations[place] = `type ${name} = ${type};`;
    return name;
  }
}

/** A definition longer than this, as JSON, is written once where it is used more than once. */
const LONG = 200;

/** The references to definitions that hold themselves, or that are long and used more than once. */
function referencesWorthNaming(root: Keywords): ReadonlySet<string> {
  const definitions = (root["$defs"] ?? {}) as Readonly<Record<string, Schema>>;
  const edges = new Map<string, string[]>();
  for (const [name, node] of Object.entries(definitions)) edges.set(`#/$defs/${name}`, referencesIn(node));
  const uses = [...referencesIn({ ...root, $defs: undefined }), ...[...edges.values()].flat()];
  return new Set(
    [...edges.keys()].filter((reference) => {
      const isShared = uses.indexOf(reference) !== uses.lastIndexOf(reference);
      const isLong = JSON.stringify(referredSchema(reference, root)).length > LONG;
      return (isShared && isLong) || isReached(reference, edges);
    }),
  );
}

/** True where the way from a reference leads back to it. */
function isReached(start: string, edges: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Set<string>();
  const waiting = [...(edges.get(start) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === start) return true;
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(edges.get(next) ?? []));
  }
  return false;
}

function referencesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : referencesIn(value),
  );
}

function literal(value: unknown): string {
  return JSON.stringify(value) ?? "unknown";
}

/** In parentheses where the type has operators at its outermost level. */
function inParentheses(type: string): string {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < type.length; index++) {
    const letter = type[index] as string;
    if (letter === "\\") index++;
    else if (letter === '"') isText = !isText;
    else if (!isText && "{[(<".includes(letter)) depth++;
    else if (!isText && "}])>".includes(letter)) depth--;
    else if (!isText && depth === 0 && "|&".includes(letter)) return `(${type})`;
  }
  return type;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function typeName(reference: string): string {
  const words = reference
    .replace("#/$defs/", "")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`;
}

function indented(text: string): string {
  return `  ${text.replaceAll("\n", "\n  ")}`;
}

function comment(schema: Schema): string {
  if (typeof schema === "boolean") return "";
  const { description, default: preset } = schema;
  const words = [
    typeof description === "string" ? description : "",
    limitPhrases(schema).join(", "),
    preset === undefined ? "" : `Default: ${JSON.stringify(preset)}`,
  ].filter(Boolean);
  const line = words.join(" · ").replaceAll(/\s+/g, " ").replaceAll("*/", "* /").trim();
  if (line === "") return "";
  return `/** ${line.length > COMMENT_LIMIT ? `${line.slice(0, COMMENT_LIMIT - 1)}…` : line} */\n`;
}
