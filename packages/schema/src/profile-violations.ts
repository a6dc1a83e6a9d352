import { isObject } from "@agent-tools/contract";
import { pointerToken } from "./json-pointer.js";
import { type Keywords, nestings } from "./keywords.js";
import { takesValue } from "./profile-takes.js";
import { type Profile, type ProfileName, profiles } from "./profiles.js";
import { excessOf } from "./schema-totals.js";

/** Where a schema breaks the rules of a profile, in words, each with its place; empty where it obeys them. */
export function profileViolations(schema: unknown, name: ProfileName): string[] {
  const found: string[] = [];
  new Inspection(profiles[name], found).root(schema);
  return found;
}

class Inspection {
  readonly #profile: Profile;
  readonly #found: string[];
  #definitions: ReadonlySet<string> = new Set();

  constructor(profile: Profile, found: string[]) {
    this.#profile = profile;
    this.#found = found;
  }

  root(schema: unknown): void {
    if (!isObject(schema) || schema["type"] !== "object") {
      this.#say("", "is not an object");
      return;
    }
    this.#definitions = new Set(Object.keys((schema["$defs"] ?? {}) as object));
    for (const keyword of Object.keys(schema)) {
      if (!this.#profile.rootKeywords.has(keyword)) this.#say("", `has "${keyword}"`);
    }
    for (const name of Object.keys((schema["properties"] ?? {}) as object)) {
      if (this.#profile.rootNames?.test(name) === false) this.#say("", `has a property "${name}"`);
    }
    if (this.#profile.totals) this.#found.push(...excessOf(schema, this.#profile.totals));
    this.#type(schema, "", 0);
    this.#below(schema, "", 0);
    for (const [definition, node] of Object.entries((schema["$defs"] ?? {}) as object)) {
      this.#node(node, `/$defs/${definition}`, 1);
    }
  }

  #node(node: unknown, path: string, depth: number): void {
    if (!isObject(node)) {
      this.#say(path, "is no schema of keywords");
      return;
    }
    for (const [keyword, value] of Object.entries(node)) {
      if (!this.#profile.keywords.has(keyword)) this.#say(path, `has "${keyword}"`);
      if (!takesValue(this.#profile, keyword, value)) this.#say(path, `has ${keyword} ${JSON.stringify(value)}`);
    }
    const reference = node["$ref"];
    if (typeof reference === "string" && !this.#definitions.has(reference.replace("#/$defs/", ""))) {
      this.#say(path, `refers to nothing: ${reference}`);
    }
    const hasUnion = "anyOf" in node || "oneOf" in node;
    if (this.#profile.hasLonelyUnions && hasUnion && Object.keys(node).length > 1)
      this.#say(path, "has more than a union");
    this.#type(node, path, depth);
    this.#below(node, path, depth);
  }

  #type(node: Keywords, path: string, depth: number): void {
    const { nullBy, isStrict, needsItems, needsProperties, depth: deepest = Infinity } = this.#profile;
    const types = [node["type"] ?? []].flat();
    if (nullBy === "nullable" && (Array.isArray(node["type"]) || types.includes("null")))
      this.#say(path, "has a type that is no name");
    const isTyped = types.length > 0 || ["anyOf", "oneOf", "$ref", "enum", "const"].some((keyword) => keyword in node);
    if ((isStrict || nullBy === "nullable") && !isTyped) this.#say(path, "has no type");
    if (types.includes("array") && needsItems && !isObject(node["items"]))
      this.#say(path, "does not say what its items are");
    if (!types.includes("object")) return;
    const names = Object.keys((node["properties"] ?? {}) as object);
    const required = (node["required"] ?? []) as string[];
    if (depth > deepest) this.#say(path, `is more than ${deepest} objects deep`);
    if (isStrict && node["additionalProperties"] !== false) this.#say(path, "is not closed");
    if (isStrict && names.some((name) => !required.includes(name))) this.#say(path, "has an optional property");
    if (required.some((name) => !names.includes(name))) this.#say(path, "requires what it does not declare");
    if (needsProperties && !isStrict && path !== "" && names.length === 0) this.#say(path, "has no properties");
  }

  #below(node: Keywords, path: string, depth: number): void {
    for (const [keyword, value] of Object.entries(node)) {
      const nesting = nestings.get(keyword);
      const at = `${path}/${keyword}`;
      const inner = keyword === "properties" ? depth + 1 : depth;
      if (nesting === "schema" && typeof value !== "boolean") this.#node(value, at, inner);
      if (nesting === "list") {
        for (const [index, part] of (value as unknown[]).entries()) this.#node(part, `${at}/${index}`, inner);
      }
      if (nesting === "map") {
        for (const [key, part] of Object.entries(value as object))
          this.#node(part, `${at}/${pointerToken(key)}`, inner);
      }
    }
  }

  #say(path: string, fault: string): void {
    this.#found.push(`${path || "the root"} ${fault}`);
  }
}
