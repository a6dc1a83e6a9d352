import type { ForeignTerms } from "./foreign-terms.js";
import type { Postings } from "./postings.js";
import type { QueryPiece, QueryWord } from "./query-pieces.js";
import type { SynonymPhrase } from "./synonyms.js";
import { shortestBeginning } from "./term-beginnings.js";
import { textWords } from "./text-terms.js";

/** One thing that the query asks for. */
export interface QueryUnit {
  /** The word or phrase as it was asked. */
  readonly text: string;
  /** Its terms joined with a blank; also the key of its synonyms. */
  readonly key: string;
  /** The term to look up; absent for a phrase that is only a key of synonyms. */
  readonly term: string | undefined;
  readonly weight: number;
  /** What it is called in English, where it is of another language. */
  readonly english: readonly string[] | undefined;
}

/** Two terms, by their numbers, that stand side by side, as they may in some document. */
export interface QueryPair {
  readonly first: number;
  readonly second: number;
}

/** A part of the query that stands for itself: a sentence, or what follows an "and". */
export interface QueryClause {
  readonly units: readonly QueryUnit[];
  readonly pairs: readonly QueryPair[];
}

/** The terms that some document has. */
export type KnownTerms = Pick<Postings, "termNumber" | "mayBegin" | "mayAdjoin">;

/** So many parts of a query are told apart. */
export const mostClauses = 8;
/** In characters. */
const longestWord = 60;
/** An "and" after fewer words joins words, not wishes: "salt and pepper". */
const wordsBeforeConjunction = 3;
const wordsBeforeStop = 2;

/** What a query asks for, clause by clause. */
export function readQuery(
  pieces: readonly QueryPiece[],
  known: KnownTerms,
  foreign: ForeignTerms,
): readonly QueryClause[] {
  const clauses: QueryClause[] = [];
  for (const part of clausesOf(pieces)) {
    const clause = readClause(part, known, foreign);
    if (clause.units.length > 0) clauses.push(clause);
  }
  return clauses;
}

function clausesOf(pieces: readonly QueryPiece[]): readonly (readonly QueryPiece[])[] {
  let clause: QueryPiece[] = [];
  const clauses = [clause];
  const begin = (): void => {
    if (clauses.length >= mostClauses) return;
    clause = [];
    clauses.push(clause);
  };
  for (const piece of pieces) {
    if (piece.text.length > longestWord && !piece.isUnspaced) continue;
    if (piece.isConjunction && clause.length >= wordsBeforeConjunction) begin();
    clause.push(piece);
    if (piece.isEnd && clause.length >= wordsBeforeStop) begin();
  }
  return clauses;
}

function readClause(pieces: readonly QueryPiece[], known: KnownTerms, foreign: ForeignTerms): QueryClause {
  const words: QueryWord[] = [];
  const numbers: number[] = [];
  for (const piece of pieces) {
    for (const word of piece.words) {
      words.push(word);
      numbers.push(word.isEmpty ? -1 : known.termNumber(word.term));
    }
  }
  if (words.length === 0) return { units: [], pairs: [] };
  const units = new Map<string, QueryUnit>();
  for (let position = 0; position < words.length; position++) {
    const word = words[position] as QueryWord;
    if (word.phrases) addPhrases(word.phrases, words, position, units);
    if (word.isEmpty) continue;
    if (!word.isUnspaced && position + 1 < words.length) {
      addJoined(word, words[position + 1] as QueryWord, known, units);
    }
    if (!units.has(word.unit.key)) units.set(word.unit.key, word.unit);
  }
  for (const { text, english } of foreignTerms(pieces, words, numbers, foreign)) {
    const key = `=${text}`;
    if (!units.has(key)) units.set(key, { text, key, term: undefined, weight: 1, english });
  }
  return { units: [...units.values()], pairs: pairsOf(words, numbers, known) };
}

function addPhrases(
  phrases: readonly SynonymPhrase[],
  words: readonly QueryWord[],
  position: number,
  units: Map<string, QueryUnit>,
): void {
  for (const { key, rest } of phrases) {
    if (units.has(key) || !follows(words, position + 1, rest)) continue;
    const texts = words.slice(position, position + rest.length + 1).map(({ text }) => text);
    units.set(key, { text: texts.join(" "), key, term: undefined, weight: 1, english: undefined });
  }
}

function follows(words: readonly QueryWord[], start: number, terms: readonly string[]): boolean {
  if (start + terms.length > words.length) return false;
  for (let offset = 0; offset < terms.length; offset++) {
    if ((words[start + offset] as QueryWord).term !== terms[offset]) return false;
  }
  return true;
}

/** Adds the term that two words are when they are written as one, as "time" and "zone" are "timezone". */
function addJoined(
  { text: first }: QueryWord,
  next: QueryWord,
  known: KnownTerms,
  units: Map<string, QueryUnit>,
): void {
  if (next.isEmpty) return;
  const text = first + next.text;
  // Most are no word, and to see that from the beginning is cheaper than to read them. A stem may be shorter than its word.
  if (text.length < shortestBeginning) return;
  if (!known.mayBegin(text, 0, Math.max(first.length + 1, shortestBeginning))) return;
  const words = textWords(text);
  const term = words[0]?.term;
  if (term === undefined || words.length > 1 || units.has(term) || known.termNumber(term) < 0) return;
  units.set(term, { text, key: term, term, weight: 1, english: undefined });
}

function foreignTerms(
  pieces: readonly QueryPiece[],
  words: readonly QueryWord[],
  numbers: readonly number[],
  foreign: ForeignTerms,
): ReturnType<ForeignTerms["inUnspaced"]> {
  let isForeign = false;
  for (const piece of pieces) {
    if (piece.isUnspaced) return foreign.inUnspaced(pieces.map(({ text }) => text).join(" "));
    if (piece.hasForeignLetters) isForeign = true;
  }
  return foreign.inWords(isForeign, words, (position) => {
    const { isEmpty, hasSynonyms } = words[position] as QueryWord;
    return isEmpty || hasSynonyms || (numbers[position] as number) >= 0;
  });
}

function pairsOf(
  words: readonly QueryWord[],
  numbers: readonly number[],
  { mayAdjoin }: KnownTerms,
): readonly QueryPair[] {
  const pairs: QueryPair[] = [];
  let first = -1;
  for (let position = 0; position < words.length; position++) {
    if ((words[position] as QueryWord).isEmpty) continue;
    const second = numbers[position] as number;
    const isNew = first >= 0 && second >= 0 && mayAdjoin(first, second) && !hasPair(pairs, first, second);
    if (isNew) pairs.push({ first, second });
    first = second;
  }
  return pairs;
}

function hasPair(pairs: readonly QueryPair[], first: number, second: number): boolean {
  for (const pair of pairs) if (pair.first === first && pair.second === second) return true;
  return false;
}
