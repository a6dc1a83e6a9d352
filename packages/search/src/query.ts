import { commonWords, requestWords } from "./english-words.js";
import type { ForeignTerms } from "./foreign-terms.js";
import { beginsPhrase, synonymsOf } from "./synonyms.js";
import { isUnspaced, textWords, type Word } from "./text-terms.js";

/** One thing that the query asks for. */
export interface QueryUnit {
  /** The word or phrase as it was asked. */
  readonly text: string;
  /** Its terms joined with a blank; also the key of its synonyms. */
  readonly key: string;
  /** The term to look up; absent for a phrase that is only a key of synonyms. */
  readonly term?: string;
  readonly weight: number;
  /** What it is called in English, where it is of another language. */
  readonly english?: readonly string[];
}

/** Two terms that stand side by side. */
export interface QueryPair {
  readonly first: string;
  readonly second: string;
}

/** A part of the query that stands for itself: a sentence, or what follows an "and". */
export interface QueryClause {
  readonly units: readonly QueryUnit[];
  readonly pairs: readonly QueryPair[];
}

const weights = { request: 0.35, common: 0.65, number: 0.3 };

const longestPhrase = 3;
const mostClauses = 8;
/** In characters. What is longer is data that came along, no question. */
const longestQuery = 4_000;
const longestWord = 60;
/** An "and" after fewer words joins words, not wishes: "salt and pepper". */
const wordsBeforeConjunction = 3;
const wordsBeforeStop = 2;
const endsClause = /[.?!;:。？！；]["”'’)]?$/;
const conjunctions = new Set("and then also additionally plus furthermore moreover after next".split(" "));

/** What a query asks for, clause by clause. `isTerm` says whether any document has a term. */
export function readQuery(
  text: string,
  isTerm: (term: string) => boolean,
  foreign: ForeignTerms,
): readonly QueryClause[] {
  const clauses = clauseTexts(text).map((clause) => readClause(clause, isTerm, foreign));
  return clauses.filter((clause) => clause.units.length > 0);
}

function clauseTexts(text: string): readonly string[] {
  const clauses: string[][] = [[]];
  const begin = (): void => {
    if (clauses.length < mostClauses) clauses.push([]);
  };
  for (const [piece] of text.slice(0, longestQuery).matchAll(/\S+/g)) {
    if (piece.length > longestWord && !isUnspaced(piece)) continue;
    if ((clauses.at(-1)?.length ?? 0) >= wordsBeforeConjunction && conjunctions.has(piece.toLowerCase())) begin();
    clauses.at(-1)?.push(piece);
    if ((clauses.at(-1)?.length ?? 0) >= wordsBeforeStop && endsClause.test(piece)) begin();
  }
  return clauses.map((pieces) => pieces.join(" "));
}

function readClause(text: string, isTerm: (term: string) => boolean, foreign: ForeignTerms): QueryClause {
  const words = textWords(text);
  const units = new Map<string, QueryUnit>();
  const add = (unit: QueryUnit): void => {
    if (!units.has(unit.key)) units.set(unit.key, unit);
  };
  for (const [position, word] of words.entries()) {
    for (let length = beginsPhrase(word.term) ? longestPhrase : 1; length > 1; length--) {
      const phrase = words.slice(position, position + length);
      if (phrase.length < length) continue;
      const key = phrase.map(({ term }) => term).join(" ");
      if (synonymsOf(key).length === 0) continue;
      add({ text: phrase.map((part) => part.text).join(" "), key, weight: 1 });
    }
    const next = words[position + 1];
    if (next && !word.isEmpty && !next.isEmpty && !isUnspaced(word.text)) {
      const text = word.text + next.text;
      const [joined] = textWords(text);
      if (joined && isTerm(joined.term)) add({ text, key: joined.term, term: joined.term, weight: 1 });
    }
    if (word.isEmpty) continue;
    add({ text: word.text, key: word.term, term: word.term, weight: weightOf(word) });
  }
  const isEnglish = (word: Word): boolean => word.isEmpty || isTerm(word.term) || synonymsOf(word.term).length > 0;
  const terms = isUnspaced(text) ? foreign.inUnspaced(text) : foreign.inWords(text, words, isEnglish);
  for (const term of terms) add({ ...term, key: `=${term.text}`, weight: 1 });
  return { units: [...units.values()], pairs: pairsOf(words) };
}

function weightOf({ text }: Word): number {
  if (/^\d+$/.test(text)) return weights.number;
  if (requestWords.has(text)) return weights.request;
  return commonWords.has(text) ? weights.common : 1;
}

function pairsOf(words: readonly Word[]): readonly QueryPair[] {
  const terms = words.filter((word) => !word.isEmpty).map((word) => word.term);
  const pairs = new Map<string, QueryPair>();
  for (const [position, second] of terms.slice(1).entries()) {
    const first = terms[position] ?? "";
    pairs.set(`${first} ${second}`, { first, second });
  }
  return [...pairs.values()];
}
