import type { KnownPiece } from "./known-pieces.js";
import type { SearchDocument } from "./search-document.js";
import { hashOf } from "./term-beginnings.js";
import { textWords, type Word } from "./text-terms.js";

/** Finds the documents that a query names. */
export interface ExactNames {
  /** Their numbers: those whose name is written just so, before those where only the spelling of the name differs. */
  named(query: string, pieces: readonly KnownPiece[]): readonly number[];
}

const none: readonly number[] = [];
const separators = [":", "__", ".", "/"];

/** Over documents in their order. `issue_create`, `hub:issue_create` and `hub__issue_create` name the same one. */
export function createExactNames(documents: readonly SearchDocument[]): ExactNames {
  const written = new Map<string, number[]>();
  const spelt = new Map<string, number[]>();
  /** Of what is in `spelt`: most queries are no name, and to see that from the hash is cheaper than to spell them. */
  const hashes = new Set<number>();
  let longestWritten = 0;
  for (const [number, { name }] of documents.entries()) {
    add(written, name, number);
    const words = textWords(name);
    add(spelt, spelling([{ words }]), number);
    let hash = 0;
    for (const { text } of words) hash = withWord(hash, hashOf(text));
    hashes.add(hash);
    longestWritten = Math.max(longestWritten, name.length);
  }
  const withPlugin = (query: string): readonly number[] => {
    const found: number[] = [];
    for (const separator of separators) {
      const end = query.indexOf(separator);
      if (end <= 0) continue;
      for (const number of written.get(query.slice(end + separator.length)) ?? none) {
        if (documents[number]?.plugin === query.slice(0, end)) found.push(number);
      }
    }
    return found;
  };
  return {
    named(query, pieces) {
      const name = query.trim();
      const exact = name.length > longestWritten ? none : (written.get(name) ?? none);
      const ofPlugin = pieces.length > 1 ? none : withPlugin(name);
      const alike = hashes.has(hashOfWords(pieces)) ? (spelt.get(spelling(pieces)) ?? none) : none;
      const count = exact.length + ofPlugin.length + alike.length;
      return count === 0 ? none : [...new Set([...exact, ...ofPlugin, ...alike])];
    },
  };
}

function add(names: Map<string, number[]>, name: string, number: number): void {
  const known = names.get(name);
  if (known) known.push(number);
  else names.set(name, [number]);
}

function hashOfWords(pieces: readonly KnownPiece[]): number {
  let hash = 0;
  for (const { words } of pieces) for (const word of words) hash = withWord(hash, word.hash);
  return hash;
}

/** Such small numbers are cheap in a set. */
function withWord(hash: number, word: number): number {
  return (Math.imul(hash, 0x01000193) ^ word) & 0x3fffffff;
}

/** `createIssue`, `create_issue` and `create issue` are spelt alike; `creates issues` is not. */
function spelling(pieces: readonly { readonly words: readonly Word[] }[]): string {
  let spelled = "";
  for (const { words } of pieces) for (const { text } of words) spelled += spelled === "" ? text : ` ${text}`;
  return spelled;
}
