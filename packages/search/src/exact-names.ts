import type { SearchDocument } from "./search-document.js";
import { textWords } from "./text-terms.js";

/** Finds the documents that a query names. */
export interface ExactNames {
  /** Their numbers: those whose name is written just so, before those where only the spelling of the name differs. */
  named(query: string): readonly number[];
}

const none: readonly number[] = [];
const separators = [":", "__", ".", "/"];

/** Over documents in their order. `issue_create`, `hub:issue_create` and `hub__issue_create` name the same one. */
export function createExactNames(documents: readonly SearchDocument[]): ExactNames {
  const written = new Map<string, number[]>();
  const spelt = new Map<string, number[]>();
  let longest = 0;
  for (const [number, { name }] of documents.entries()) {
    add(written, name, number);
    const spelled = spelling(name);
    add(spelt, spelled, number);
    longest = Math.max(longest, spelled.length);
  }
  const withPlugin = (query: string): readonly number[] =>
    separators.flatMap((separator) => {
      const end = query.indexOf(separator);
      const named = end > 0 ? (written.get(query.slice(end + separator.length)) ?? []) : [];
      return named.filter((number) => documents[number]?.plugin === query.slice(0, end));
    });
  return {
    named(query) {
      const name = query.trim();
      const exact = written.get(name) ?? none;
      const ofPlugin = /\s/.test(name) ? none : withPlugin(name);
      const alike = name.length > longest ? none : (spelt.get(spelling(name)) ?? none);
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

/** `createIssue`, `create_issue` and `create issue` are spelt alike; `creates issues` is not. */
function spelling(name: string): string {
  return textWords(name)
    .map(({ text }) => text)
    .join(" ");
}
