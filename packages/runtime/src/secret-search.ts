/** Takes many fixed texts out of others in one pass. */
export interface SecretSearch {
  add(forms: Iterable<string>): void;
  /** The text with each form replaced by `[secret]`; the same text where there is none. */
  replaceIn(text: string): string;
  /** The text with the longest part of a form that is left at the side where it was cut replaced by `[secret]`. */
  withoutTorn(text: string, side: "start" | "end"): string;
}

/** Stands for what was taken out. */
const MARK = "[secret]";

/** A shorter form counts only where no letter, digit or underscore touches it, so that it does not tear words apart. */
const SHORTEST_INSIDE_WORDS = 8;

/** A shorter part of a form is in every text. */
const SHORTEST_PART = 4;

/** Characters of a text that are looked at together. */
const BLOCK = 3;
/** So much of a form's beginning is searched for; longer windows skip more and fill the table more. */
const WIDEST_WINDOW = 32;
const TABLE_SIZE = 1 << 16;

/**
 * A search after Wu and Manber ("A fast algorithm for multi-pattern searching", 1994): all forms begin with a window of
 * one width; a table says for each three characters how far the window may move on before it can end with them, so that
 * most of a text is never looked at, however many forms there are.
 */
export function secretSearch(): SecretSearch {
  const forms = new Set<string>();
  /** Forms by the hash of the last block of their window and by their length, the longest first. */
  const endings = new Map<number, ReadonlyMap<number, Set<string>>>();
  const shifts = new Uint8Array(TABLE_SIZE);
  let width = Number.POSITIVE_INFINITY;

  const enter = (form: string): void => {
    for (let end = BLOCK; end <= width; end += 1) {
      const hash = hashBefore(form, end);
      shifts[hash] = Math.min(shifts[hash] as number, width - end);
    }
    const hash = hashBefore(form, width);
    const alike = endings.get(hash)?.get(form.length);
    if (alike) alike.add(form);
    else endings.set(hash, byLength([...(endings.get(hash) ?? []), [form.length, new Set([form])]]));
  };

  return {
    add(added) {
      const fresh = [...added].filter((form) => form.length >= BLOCK && !forms.has(form));
      for (const form of fresh) forms.add(form);
      const narrowest = Math.min(width, WIDEST_WINDOW, ...fresh.map(({ length }) => length));
      if (fresh.length === 0) return;
      if (narrowest === width) return fresh.forEach(enter);
      width = narrowest;
      endings.clear();
      shifts.fill(width - BLOCK + 1);
      forms.forEach(enter);
    },
    replaceIn(text) {
      const last = text.length - width;
      let clean = "";
      let done = 0;
      let from = 0;
      let to = 0;
      for (let at = 0; at <= last; ) {
        const hash = hashBefore(text, at + width);
        const shift = shifts[hash] as number;
        if (shift > 0) {
          at += shift;
          continue;
        }
        const length = longestAt(endings.get(hash), text, at);
        if (length > 0) {
          // What overlaps goes as one, so that no rest of the other stays.
          if (at >= to) {
            if (to > 0) clean += text.slice(done, from) + MARK;
            done = to;
            from = at;
          }
          to = Math.max(to, at + length);
        }
        at += 1;
      }
      return to === 0 ? text : clean + text.slice(done, from) + MARK + text.slice(to);
    },
    withoutTorn(text, side) {
      const torn = side === "end" ? tornEnd : tornStart;
      let longest = 0;
      for (const form of forms) longest = Math.max(longest, torn(text, form));
      if (longest === 0) return text;
      return side === "end" ? text.slice(0, -longest) + MARK : MARK + text.slice(longest);
    },
  };
}

/** How many characters at a text's end are the beginning of a form, and not the whole. */
function tornEnd(text: string, form: string): number {
  const tail = text.slice(-(form.length - 1));
  const beginning = form.slice(0, SHORTEST_PART);
  for (let at = tail.indexOf(beginning); at >= 0; at = tail.indexOf(beginning, at + 1)) {
    if (form.startsWith(tail.slice(at))) return tail.length - at;
  }
  return 0;
}

/** The same for a text's beginning and the end of a form. */
function tornStart(text: string, form: string): number {
  const head = text.slice(0, form.length - 1);
  const ending = form.slice(-SHORTEST_PART);
  for (let at = head.lastIndexOf(ending); at >= 0; at = at === 0 ? -1 : head.lastIndexOf(ending, at - 1)) {
    if (form.endsWith(head.slice(0, at + SHORTEST_PART))) return at + SHORTEST_PART;
  }
  return 0;
}

/** The table's place for the block that ends before an index. */
function hashBefore(text: string, end: number): number {
  const mixed = (text.charCodeAt(end - 3) << 10) ^ (text.charCodeAt(end - 2) << 5) ^ text.charCodeAt(end - 1);
  return (mixed ^ (mixed >>> 16)) & (TABLE_SIZE - 1);
}

function byLength(forms: (readonly [number, Set<string>])[]): ReadonlyMap<number, Set<string>> {
  return new Map(forms.sort(([a], [b]) => b - a));
}

/** The length of the longest of these forms that begins at an index; 0 where none does. */
function longestAt(forms: ReadonlyMap<number, Set<string>> | undefined, text: string, at: number): number {
  for (const [length, alike] of forms ?? []) {
    if (alike.has(text.slice(at, at + length)) && (length >= SHORTEST_INSIDE_WORDS || isWord(text, at, at + length))) {
      return length;
    }
  }
  return 0;
}

function isWord(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 6), start);
  return (!endsInWord.test(before) || endsInEscape.test(before)) && !beginsWithWord.test(text.slice(end, end + 1));
}

const endsInWord = /[\p{L}\p{N}_]$/u;
const beginsWithWord = /^[\p{L}\p{N}_]/u;
/** The letters and digits of `\n`, `\u000a` and `%20` belong to no word. */
const endsInEscape = /(?:\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})$/i;
