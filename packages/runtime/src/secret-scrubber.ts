import { secretForms } from "./secret-forms.js";
import { secretSearch } from "./secret-search.js";

/** Remembers which secrets were handed out and takes them, raw and encoded, out of whatever leaves. */
export interface SecretScrubber {
  /**
   * From now on this secret is taken out. One of fewer than four characters is not, and one of fewer than eight only where
   * it stands as a word of its own: ordinary text has them too. The latest 10,000 are remembered.
   */
  add(secret: string): void;
  /**
   * The text with each form of each secret replaced by `[secret]`; the very same text where there is none. Where the text was
   * cut, the part of a form that is left at that side is replaced too, from four characters on.
   */
  text(text: string, cutAt?: "start" | "end"): string;
  /** The value with each string, key and number scrubbed, as JSON has them; the very same value where nothing was found. */
  value<T>(value: T): T;
}

/** Callers come and go, and so do their tokens. */
const MOST_SECRETS = 10_000;

/** A scrubber that knows no secret yet. */
export function secretScrubber(): SecretScrubber {
  /** The one that was handed out last is the last. */
  const secrets = new Set<string>();
  /** Those that JSON may hold as a number. */
  const numbers = new Set<number>();
  let search = secretSearch();

  const learn = (secret: string): void => {
    const forms = secretForms(secret);
    search.add(forms);
    if (forms.length > 0 && String(Number(secret)) === secret) numbers.add(Number(secret));
  };

  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return search.replaceIn(value);
    if (typeof value === "number") return numbers.has(value) ? search.replaceIn(String(value)) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return list(value);
    if (!("toJSON" in value) || typeof value.toJSON !== "function") return object(value as Record<string, unknown>);
    const written: unknown = value.toJSON();
    const clean = walk(written);
    return Object.is(clean, written) ? value : clean;
  };
  const list = (items: readonly unknown[]): readonly unknown[] => {
    let copy: unknown[] | undefined;
    for (let index = 0; index < items.length; index += 1) {
      const clean = walk(items[index]);
      if (Object.is(clean, items[index])) continue;
      copy ??= [...items];
      copy[index] = clean;
    }
    return copy ?? items;
  };
  const object = (fields: Readonly<Record<string, unknown>>): object => {
    const keys = Object.keys(fields);
    let copy: (readonly [string, unknown])[] | undefined;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      const [name, clean] = [search.replaceIn(key), walk(fields[key])];
      if (copy === undefined && name === key && Object.is(clean, fields[key])) continue;
      copy ??= keys.slice(0, index).map((before) => [before, fields[before]]);
      copy.push([name, clean]);
    }
    return copy === undefined ? fields : Object.fromEntries(copy);
  };

  return {
    add(secret) {
      const isKnown = secrets.delete(secret);
      secrets.add(secret);
      if (isKnown) return;
      if (secrets.size <= MOST_SECRETS) return learn(secret);
      for (const old of [...secrets].slice(0, MOST_SECRETS / 2)) secrets.delete(old);
      search = secretSearch();
      numbers.clear();
      secrets.forEach(learn);
    },
    text: (text, cutAt) => search.replaceIn(cutAt === undefined ? text : search.withoutTorn(text, cutAt)),
    value: <T>(value: T) => (secrets.size === 0 ? value : (walk(value) as T)),
  };
}
