import { createHash } from "node:crypto";
import { type AdapterHost, isObject, type JsonObject } from "@agent-tools/contract";
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

/** Reads a description and, as far as the rules allow, every document that it refers to. */
export async function loadDocuments(
  document: string | URL | object,
  rules: ReferenceRules,
  host: Pick<AdapterHost, "network">,
): Promise<Documents> {
  const source = typeof document === "string" || document instanceof URL ? locate(document) : { value: document };
  const url = "url" in source ? source.url : undefined;
  const base = url ? withoutFragment(url) : textBase;
  const text = "value" in source ? undefined : "text" in source ? source.text : await readDocument(source.url, host);
  const parsed = text === undefined ? undefined : parseDocument(text, url?.href ?? "The description");
  // To wait for what is there already has its price, beside a short description.
  const root = "value" in source ? source.value : parsed instanceof Promise ? await parsed : parsed;
  const values = new Map<string, unknown>();
  values.set(base, root);
  const selves = ownNames(base);
  selves.add(root, base);

  const documents: WithText[] = [{ value: root, base, text }];
  const refusal = (target: string, from: string): string | undefined =>
    values.size > maxDocuments
      ? `more than ${maxDocuments} documents are referred to`
      : refusalOf(new URL(target), from, url, rules);
  let warnings: readonly string[] | undefined;
  if (mayRefer(url, rules)) {
    const found: string[] = [];
    for (const { target, from } of foreignDocuments(documents, values, selves)) {
      const why = refusal(target, from) ?? (await refusalOfFile(new URL(target), url, rules));
      try {
        if (why !== undefined) throw new Error(why);
        const text = await readDocument(new URL(target), host, rules.origins ?? []);
        const value = await parseDocument(text, target);
        values.set(target, value);
        selves.add(value, target);
        documents.push({ value, base: target, text });
      } catch (error) {
        found.push(notRead(target, (error as Error).message));
      }
    }
    warnings = found;
  }

  let digest: string | undefined;
  let named: Map<string, ReadonlyMap<string, Resolved>> | undefined;
  const namesIn = (at: string): ReadonlyMap<string, Resolved> => {
    named ??= new Map();
    const found = named.get(at) ?? findNames(values.get(at), at);
    named.set(at, found);
    return found;
  };

  return {
    root: root as JsonObject,
    url,
    base,
    digest() {
      digest ??= `sha256:${createHash("sha256")
        .update(text ?? JSON.stringify(root) ?? "")
        .digest("hex")}`;
      return digest;
    },
    mentions: (word) => documents.some((located) => located.text?.includes(word) ?? true),
    warnings() {
      // Where nothing may be read, to look for what is referred to is worth it to those only who want to know.
      warnings ??= Array.from(foreignDocuments(documents, values, selves), ({ target, from }) =>
        notRead(target, refusal(target, from)),
      );
      return warnings;
    },
    resolve(reference, from) {
      const target = selves.find(reference, from);
      if (target === undefined) return undefined;
      const value = values.get(target.base);
      if (value === undefined) return resource(reference, namesIn(base)) ?? resource(reference, namesIn(from));
      if (target.fragment !== "" && !target.fragment.startsWith("/"))
        return namesIn(target.base).get(`#${target.fragment}`);
      const found = atPointer(value, target.fragment);
      if (found !== undefined) return { value: found, base: target.base, key: `${target.base}#${target.fragment}` };
      // Below a schema with an `$id` a pointer begins at that schema.
      for (const [name, schema] of namesIn(target.base)) {
        const below = name.startsWith("#") ? undefined : inSchema(schema, target.fragment);
        if (below) return below;
      }
      return undefined;
    },
  };
}

/** A document with its text, where it was given as one. */
interface WithText extends Located {
  readonly text: string | undefined;
}

/** The other documents that these, which may grow meanwhile, refer to, each once. From then on it counts among the values. */
function* foreignDocuments(
  documents: readonly WithText[],
  values: Map<string, unknown>,
  selves: OwnNames,
): Generator<{ readonly target: string; readonly from: string }> {
  for (const { value, base, text } of documents) {
    for (const reference of foreignReferences(value, text)) {
      const target = selves.find(reference, base);
      if (target === undefined || values.has(target.base)) continue;
      values.set(target.base, undefined);
      yield { target: target.base, from: base };
    }
  }
}

function notRead(target: string, why = ""): string {
  return `${target} was not read: ${why}`;
}

/** Where a reference leads: a document, and a place in it. */
interface Target {
  readonly base: string;
  readonly fragment: string;
}

interface OwnNames {
  add(document: unknown, base: string): void;
  find(reference: string, base: string): Target | undefined;
}

/**
 * The `$self` of documents (OpenAPI 3.2, section 4.1.1): references by it lead to the document, wherever it was read from.
 * Beyond the description and its files a document speaks for its own origin only.
 */
function ownNames(description: string): OwnNames {
  let selfOf: Map<string, string> | undefined;
  let baseOf: Map<string, string> | undefined;
  return {
    add(document, base) {
      const self = isObject(document) ? document["$self"] : undefined;
      const target = typeof self === "string" ? targetOf(self, base) : undefined;
      if (target === undefined || baseOf?.has(target.base)) return;
      const isForeign = base !== description && new URL(base).origin !== new URL(target.base).origin;
      if (isForeign && !base.startsWith("file:")) return;
      selfOf ??= new Map();
      baseOf ??= new Map();
      selfOf.set(base, target.base);
      baseOf.set(target.base, base);
    },
    find(reference, base) {
      const target = targetOf(reference, base);
      if (baseOf === undefined) return target;
      const self = selfOf?.get(base);
      for (const meant of [target, self === undefined ? undefined : targetOf(reference, self)]) {
        const found = meant && baseOf.get(meant.base);
        if (found !== undefined) return { base: found, fragment: meant?.fragment ?? "" };
      }
      return target;
    },
  };
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
