import type { ForeignTerms } from "./foreign-terms.js";
import { joinedWord, type QueryPiece, type QueryWord, queryPieces } from "./query-pieces.js";

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

/** Two terms, by their numbers, that stand side by side. */
export interface QueryPair {
  readonly first: number;
  readonly second: number;
}

/** A part of the query that stands for itself: a sentence, or what follows an "and". */
export interface QueryClause {
  readonly units: readonly QueryUnit[];
  readonly pairs: readonly QueryPair[];
}

/** The number of a term that some document has. */
export type NumberOf = (term: string) => number | undefined;

/** So many parts of a query are told apart. */
export const mostClauses = 8;
/** In characters. What is longer is data that came along, no question. */
const longestQuery = 4_000;
const longestWord = 60;
/** An "and" after fewer words joins words, not wishes: "salt and pepper". */
const wordsBeforeConjunction = 3;
const wordsBeforeStop = 2;

/** What a query asks for, clause by clause. */
export function readQuery(text: string, numberOf: NumberOf, foreign: ForeignTerms): readonly QueryClause[] {
  const clauses: QueryClause[] = [];
  for (const pieces of clausesOf(queryPieces(text.slice(0, longestQuery)))) {
    const clause = readClause(pieces, numberOf, foreign);
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

function readClause(pieces: readonly QueryPiece[], numberOf: NumberOf, foreign: ForeignTerms): QueryClause {
  const words: QueryWord[] = [];
  const numbers: (number | undefined)[] = [];
  for (const piece of pieces) {
    for (const word of piece.words) {
      words.push(word);
      numbers.push(word.isEmpty ? undefined : numberOf(word.term));
    }
  }
  const units = new Map<string, QueryUnit>();
  const add = (unit: QueryUnit): void => {
    if (!units.has(unit.key)) units.set(unit.key, unit);
  };
  for (let position = 0; position < words.length; position++) {
    const word = words[position] as QueryWord;
    const next = words[position + 1];
    for (const { key, rest } of word.phrases) {
      if (follows(words, position + 1, rest)) add({ text: textOf(words, position, rest.length + 1), key, weight: 1 });
    }
    if (next && !word.isEmpty && !next.isEmpty && !word.isUnspaced) {
      const joined = joinedWord(word, next);
      if (joined && numberOf(joined.term) !== undefined) {
        add({ text: word.text + next.text, key: joined.term, term: joined.term, weight: 1 });
      }
    }
    if (!word.isEmpty) add(word.unit);
  }
  for (const term of foreignTerms(pieces, words, numbers, foreign)) add({ ...term, key: `=${term.text}`, weight: 1 });
  return { units: [...units.values()], pairs: pairsOf(words, numbers) };
}

function follows(words: readonly QueryWord[], start: number, terms: readonly string[]): boolean {
  for (let offset = 0; offset < terms.length; offset++) {
    if (words[start + offset]?.term !== terms[offset]) return false;
  }
  return true;
}

function textOf(words: readonly QueryWord[], start: number, length: number): string {
  const texts = words.slice(start, start + length).map(({ text }) => text);
  return texts.join(" ");
}

function foreignTerms(
  pieces: readonly QueryPiece[],
  words: readonly QueryWord[],
  numbers: readonly (number | undefined)[],
  foreign: ForeignTerms,
): ReturnType<ForeignTerms["inUnspaced"]> {
  const text = (): string => pieces.map((piece) => piece.text).join(" ");
  if (pieces.some((piece) => piece.isUnspaced)) return foreign.inUnspaced(text());
  return foreign.inWords(text, words, (position) => {
    const { isEmpty, hasSynonyms } = words[position] as QueryWord;
    return isEmpty || hasSynonyms || numbers[position] !== undefined;
  });
}

function pairsOf(words: readonly QueryWord[], numbers: readonly (number | undefined)[]): readonly QueryPair[] {
  const pairs: QueryPair[] = [];
  let first: number | undefined;
  for (let position = 0; position < words.length; position++) {
    if ((words[position] as QueryWord).isEmpty) continue;
    const second = numbers[position];
    if (first !== undefined && second !== undefined && !hasPair(pairs, first, second)) pairs.push({ first, second });
    first = second;
  }
  return pairs;
}

function hasPair(pairs: readonly QueryPair[], first: number, second: number): boolean {
  for (const pair of pairs) if (pair.first === first && pair.second === second) return true;
  return false;
}
