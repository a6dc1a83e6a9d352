import { createHash } from "node:crypto";
import { type AdapterHost, type Awaitable, isObject, type JsonObject } from "@agent-tools/contract";
import { locate, mayRefer, type ReferenceRules, readDocument, refusalOf, refusalOfFile } from "./document-source.js";
import { parseDocument } from "./document-text.js";
import { foreignReferences, objectsIn } from "./foreign-references.js";

/** A value and the document that it stands in, to which its references are relative. */
export interface Located {
  readonly value: unknown;
  readonly base: string;
}

/** What a reference leads to. `key` names the place, whichever way it was written. */
export interface Resolved extends Located {
  readonly key: string;
}

/** A description with all the documents that it may refer to, read and ready. */
export interface Documents {
  readonly root: JsonObject;
  /** The URL of the description where it has one. */
  readonly url: URL | undefined;
  readonly base: string;
  /** The SHA-256 of the description's text; of the object's JSON where there is no text. */
  digest(): string;
  /** False where no document holds this word; a description that was given as an object may hold any. */
  mentions(word: string): boolean;
  /** References to documents that could not be had, and why. */
  warnings(): readonly string[];
  /** Undefined where the reference leads nowhere. */
  resolve(reference: string, base: string): Resolved | undefined;
}

const textBase = "document:";
const maxDocuments = 2_000;

/** Reads a description and, as far as the rules allow, every document that it refers to: at once where it is there already. */
export function loadDocuments(
  document: string | URL | object,
  rules: ReferenceRules,
  host: Pick<AdapterHost, "network">,
): Awaitable<Documents> {
  if (typeof document !== "string" && !(document instanceof URL)) {
    return new LoadedDocuments(document, undefined, undefined, rules).complete(host);
  }
  const source = locate(document);
  if ("url" in source) return readDocuments(source.url, rules, host);
  const { text } = source;
  const root = parseDocument(text, "The description");
  return root instanceof Promise
    ? root.then((value) => new LoadedDocuments(value, text, undefined, rules).complete(host))
    : new LoadedDocuments(root, text, undefined, rules).complete(host);
}

async function readDocuments(url: URL, rules: ReferenceRules, host: Pick<AdapterHost, "network">): Promise<Documents> {
  const text = await readDocument(url, host);
  return new LoadedDocuments(await parseDocument(text, url.href), text, url, rules).complete(host);
}

class LoadedDocuments implements Documents {
  readonly root: JsonObject;
  readonly url: URL | undefined;
  readonly base: string;
  readonly #rules: ReferenceRules;
  readonly #values = new Map<string, unknown>();
  readonly #selves: OwnNames;
  /** What was read, the description first. */
  readonly #read: WithText[];
  #warnings: readonly string[] | undefined;
  #digest: string | undefined;
  #named: Map<string, ReadonlyMap<string, Resolved>> | undefined;

  constructor(root: unknown, text: string | undefined, url: URL | undefined, rules: ReferenceRules) {
    this.root = root as JsonObject;
    this.url = url;
    this.base = url ? withoutFragment(url) : textBase;
    this.#rules = rules;
    this.#values.set(this.base, root);
    this.#selves = new OwnNames(this.base);
    this.#selves.add(root, this.base);
    this.#read = [{ value: root, base: this.base, text }];
  }

  /** Itself, with every document that may be had. */
  complete(host: Pick<AdapterHost, "network">): Awaitable<Documents> {
    return mayRefer(this.url, this.#rules) ? this.#readReferred(host) : this;
  }

  async #readReferred(host: Pick<AdapterHost, "network">): Promise<Documents> {
    const warnings: string[] = [];
    for (const { target, from } of this.#referred()) {
      const why = this.#refusal(target, from) ?? (await refusalOfFile(new URL(target), this.url, this.#rules));
      try {
        if (why !== undefined) throw new Error(why);
        const text = await readDocument(new URL(target), host, this.#rules.origins ?? []);
        const value = await parseDocument(text, target);
        this.#values.set(target, value);
        this.#selves.add(value, target);
        this.#read.push({ value, base: target, text });
      } catch (error) {
        warnings.push(notRead(target, (error as Error).message));
      }
    }
    this.#warnings = warnings;
    return this;
  }

  /** The documents that those which are read, more and more of them, refer to, each once. It then counts among the values. */
  *#referred(): Generator<{ readonly target: string; readonly from: string }> {
    for (const { value, base, text } of this.#read) {
      for (const reference of foreignReferences(value, text)) {
        const target = this.#selves.find(reference, base);
        if (target === undefined || this.#values.has(target.base)) continue;
        this.#values.set(target.base, undefined);
        yield { target: target.base, from: base };
      }
    }
  }

  #refusal(target: string, from: string): string | undefined {
    return this.#values.size > maxDocuments
      ? `more than ${maxDocuments} documents are referred to`
      : refusalOf(new URL(target), from, this.url, this.#rules);
  }

  digest(): string {
    this.#digest ??= `sha256:${createHash("sha256")
      .update(this.#read[0]?.text ?? JSON.stringify(this.root) ?? "")
      .digest("hex")}`;
    return this.#digest;
  }

  mentions(word: string): boolean {
    return this.#read.some(({ text }) => text?.includes(word) ?? true);
  }

  warnings(): readonly string[] {
    // Where nothing may be read, to look for what is referred to is worth it to those only who want to know.
    this.#warnings ??= Array.from(this.#referred(), ({ target, from }) => notRead(target, this.#refusal(target, from)));
    return this.#warnings;
  }

  resolve(reference: string, from: string): Resolved | undefined {
    const target = this.#selves.find(reference, from);
    if (target === undefined) return undefined;
    const value = this.#values.get(target.base);
    if (value === undefined) {
      return resource(reference, this.#namesIn(this.base)) ?? resource(reference, this.#namesIn(from));
    }
    if (target.fragment !== "" && !target.fragment.startsWith("/"))
      return this.#namesIn(target.base).get(`#${target.fragment}`);
    const found = atPointer(value, target.fragment);
    if (found !== undefined) return { value: found, base: target.base, key: `${target.base}#${target.fragment}` };
    // Below a schema with an `$id` a pointer begins at that schema.
    for (const [name, schema] of this.#namesIn(target.base)) {
      const below = name.startsWith("#") ? undefined : inSchema(schema, target.fragment);
      if (below) return below;
    }
    return undefined;
  }

  #namesIn(base: string): ReadonlyMap<string, Resolved> {
    this.#named ??= new Map();
    const found = this.#named.get(base) ?? findNames(this.#values.get(base), base);
    this.#named.set(base, found);
    return found;
  }
}

/** A document with its text, where it was given as one. */
interface WithText extends Located {
  readonly text: string | undefined;
}

function notRead(target: string, why = ""): string {
  return `${target} was not read: ${why}`;
}

/** Where a reference leads: a document, and a place in it. */
interface Target {
  readonly base: string;
  readonly fragment: string;
}

/**
 * The `$self` of documents (OpenAPI 3.2, section 4.1.1): references by it lead to the document, wherever it was read from.
 * Beyond the description and its files a document speaks for its own origin only.
 */
class OwnNames {
  readonly #description: string;
  /** Both are made for the first name, which few documents have. */
  #selfOf: Map<string, string> | undefined;
  #baseOf: Map<string, string> | undefined;

  constructor(description: string) {
    this.#description = description;
  }

  add(document: unknown, base: string): void {
    const self = isObject(document) ? document["$self"] : undefined;
    const target = typeof self === "string" ? targetOf(self, base) : undefined;
    if (target === undefined || this.#baseOf?.has(target.base)) return;
    const isForeign = base !== this.#description && new URL(base).origin !== new URL(target.base).origin;
    if (isForeign && !base.startsWith("file:")) return;
    this.#selfOf ??= new Map();
    this.#baseOf ??= new Map();
    this.#selfOf.set(base, target.base);
    this.#baseOf.set(target.base, base);
  }

  find(reference: string, base: string): Target | undefined {
    const target = targetOf(reference, base);
    if (this.#baseOf === undefined) return target;
    const self = this.#selfOf?.get(base);
    for (const meant of [target, self === undefined ? undefined : targetOf(reference, self)]) {
      const found = meant && this.#baseOf.get(meant.base);
      if (found !== undefined) return { base: found, fragment: meant?.fragment ?? "" };
    }
    return target;
  }
}

function targetOf(reference: string, base: string): Target | undefined {
  const hash = reference.indexOf("#");
  const file = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : decode(reference.slice(hash + 1));
  if (file === "") return { base, fragment };
  const from = base === textBase ? undefined : base;
  if (!URL.canParse(file, from)) return undefined;
  return { base: withoutFragment(new URL(file, from)), fragment };
}

function withoutFragment(url: URL): string {
  return url.href.split("#", 1)[0] as string;
}

function decode(fragment: string): string {
  if (!fragment.includes("%")) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** RFC 6901. */
function atPointer(value: unknown, pointer: string): unknown {
  let found = value;
  if (pointer === "") return found;
  for (const token of pointer.slice(1).split("/")) {
    const key = token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

/** What a reference leads to that begins with the `$id` of a schema. */
function resource(reference: string, names: ReadonlyMap<string, Resolved>): Resolved | undefined {
  const hash = reference.indexOf("#");
  const found = names.get(hash < 0 ? reference : reference.slice(0, hash));
  const fragment = hash < 0 ? "" : decode(reference.slice(hash + 1));
  if (fragment !== "" && !fragment.startsWith("/")) return found && names.get(`#${fragment}`);
  return found && inSchema(found, fragment);
}

function inSchema({ value, base, key }: Resolved, pointer: string): Resolved | undefined {
  const found = atPointer(value, pointer);
  return found === undefined ? undefined : { value: found, base, key: `${key}${pointer}` };
}

/** The schemas that go by a name of their own: `$anchor`, `$dynamicAnchor` and `$id` (JSON Schema 2020-12, section 8.2). */
function findNames(root: unknown, base: string): Map<string, Resolved> {
  const names = new Map<string, Resolved>();
  for (const [pointer, value] of objectsIn(root)) {
    const { $anchor, $dynamicAnchor, $id } = value;
    for (const name of [$anchor, $dynamicAnchor]) {
      if (typeof name === "string") names.set(`#${name}`, { value, base, key: `${base}#${pointer}` });
    }
    if (typeof $id === "string") names.set($id, { value, base, key: `${base}#${pointer}` });
  }
  return names;
}
