import type { ForeignTerms } from "./foreign-terms.js";
import type { KnownPiece, KnownWord } from "./known-pieces.js";
import type { Postings } from "./postings.js";
import type { QueryUnit, QueryUnits } from "./query-units.js";
import type { SynonymPhrase } from "./synonyms.js";
import { shortestBeginning } from "./term-beginnings.js";
import { textWords } from "./text-terms.js";

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

/** So many parts of a query are told apart. */
export const mostClauses = 8;
/** In characters. */
const longestWord = 60;
/** An "and" after fewer words joins words, not wishes: "salt and pepper". */
const wordsBeforeConjunction = 3;
const wordsBeforeStop = 2;

/** Reads what a query asks for, clause by clause. */
export type QueryReader = (pieces: readonly KnownPiece[]) => readonly QueryClause[];

/** A reader for the index of these postings. */
export function createQueryReader(
  { termNumber, mayBegin, mayBeginWith, mayAdjoin }: Postings,
  units: QueryUnits,
  foreign: ForeignTerms,
): QueryReader {
  /** Counts all clauses there ever were. */
  let clauseNumber = 0;

  const add = (unit: QueryUnit, asked: QueryUnit[]): void => {
    if (unit.mark.lastClause === clauseNumber) return;
    unit.mark.lastClause = clauseNumber;
    asked.push(unit);
  };

  const addPhrases = (
    phrases: readonly SynonymPhrase[],
    words: readonly KnownWord[],
    position: number,
    asked: QueryUnit[],
  ): void => {
    for (const { key, rest } of phrases) {
      if (!follows(words, position + 1, rest)) continue;
      const texts = words.slice(position, position + rest.length + 1).map(({ text }) => text);
      add(units.phrase(texts.join(" "), key), asked);
    }
  };

  /** Adds the term that two words are when they are written as one, as "time" and "zone" are "timezone". */
  const addJoined = ({ text: first, hash }: KnownWord, next: KnownWord, asked: QueryUnit[]): void => {
    if (next.isEmpty) return;
    // Most are no word, and to see that from the beginning is cheaper than to read them. A stem may be shorter than its word.
    const end = first.length + 1;
    if (end >= shortestBeginning && !mayBeginWith(hash, next.text.charCodeAt(0))) return;
    const text = first + next.text;
    if (text.length < shortestBeginning) return;
    if (end < shortestBeginning && !mayBegin(text, 0, shortestBeginning)) return;
    const words = textWords(text);
    const term = words[0]?.term;
    if (term === undefined || words.length > 1 || termNumber(term) < 0) return;
    add(units.joined(text, term), asked);
  };

  const addForeign = (pieces: readonly KnownPiece[], words: readonly KnownWord[], asked: QueryUnit[]): void => {
    let isForeign = false;
    let isUnspaced = false;
    for (const piece of pieces) {
      if (piece.isUnspaced) isUnspaced = true;
      if (piece.hasForeignLetters) isForeign = true;
    }
    const terms = isUnspaced ? foreign.inUnspaced(textOf(pieces)) : foreign.inWords(isForeign, words);
    for (const { text, english } of terms) add(units.foreign(text, english), asked);
  };

  const readClause = (pieces: readonly KnownPiece[]): QueryClause => {
    clauseNumber++;
    const words: KnownWord[] = [];
    for (const piece of pieces) for (const word of piece.words) words.push(word);
    if (words.length === 0) return empty;
    const asked: QueryUnit[] = [];
    for (let position = 0; position < words.length; position++) {
      const word = words[position] as KnownWord;
      if (word.phrases) addPhrases(word.phrases, words, position, asked);
      if (word.unit === undefined) continue;
      if (!word.isUnspaced && position + 1 < words.length) addJoined(word, words[position + 1] as KnownWord, asked);
      add(word.unit, asked);
    }
    addForeign(pieces, words, asked);
    return { units: asked, pairs: pairsOf(words, mayAdjoin) };
  };

  return (pieces) => {
    const clauses: QueryClause[] = [];
    for (const part of clausesOf(pieces)) {
      const clause = readClause(part);
      if (clause.units.length > 0) clauses.push(clause);
    }
    return clauses;
  };
}

const empty: QueryClause = { units: [], pairs: [] };

function clausesOf(pieces: readonly KnownPiece[]): readonly (readonly KnownPiece[])[] {
  let clause: KnownPiece[] = [];
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

function follows(words: readonly KnownWord[], start: number, terms: readonly string[]): boolean {
  if (start + terms.length > words.length) return false;
  for (let offset = 0; offset < terms.length; offset++) {
    if ((words[start + offset] as KnownWord).term !== terms[offset]) return false;
  }
  return true;
}

function textOf(pieces: readonly KnownPiece[]): string {
  return pieces.length === 1 ? (pieces[0] as KnownPiece).text : pieces.map(({ text }) => text).join(" ");
}

function pairsOf(words: readonly KnownWord[], mayAdjoin: Postings["mayAdjoin"]): readonly QueryPair[] {
  const pairs: QueryPair[] = [];
  let first = -1;
  for (const { isEmpty, number: second } of words) {
    if (isEmpty) continue;
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
