import { commonWords, requestWords } from "./english-words.js";
import { type LanguageMark, languageMark } from "./foreign-terms.js";
import type { QueryUnit } from "./query.js";
import { phrasesFrom, type SynonymPhrase, synonymsOf } from "./synonyms.js";
import { isUnspaced, textWords, type Word } from "./text-terms.js";

/** A word of a query, with what there is to know of it whatever the index. */
export interface QueryWord extends Word {
  /** The word alone as something to look for. */
  readonly unit: QueryUnit;
  /** The phrases with synonyms that it may begin, the longest first. */
  readonly phrases: readonly SynonymPhrase[];
  readonly hasSynonyms: boolean;
  readonly language: LanguageMark;
  readonly isUnspaced: boolean;
  /** What it becomes when it is written as one with the word after it, for those that have been asked about. */
  readonly joined: Map<QueryWord, Word | undefined>;
}

/** What stands between two blanks of a query. */
export interface QueryPiece {
  readonly text: string;
  readonly words: readonly QueryWord[];
  readonly isUnspaced: boolean;
  /** It ends a sentence, or a part of one. */
  readonly isEnd: boolean;
  readonly isConjunction: boolean;
}

const weights = { request: 0.35, common: 0.65, number: 0.3 };
const endsClause = /[.?!;:。？！；]["”'’)]?$/;
const conjunctions = new Set("and then also additionally plus furthermore moreover after next".split(" "));

/** People ask in the same words, and reading one is dear. */
const known = new Map<string, QueryPiece>();
const mostKnown = 10_000;
let joins = 0;
const mostJoins = 20_000;

/** Splitting at plain blanks is cheaper. */
const otherBlank = /[^\S ]/;

/** The pieces of a text, in order. */
export function queryPieces(text: string): readonly QueryPiece[] {
  const pieces: QueryPiece[] = [];
  const parts = otherBlank.test(text) ? text.split(/\s+/) : text.split(" ");
  for (const piece of parts) if (piece !== "") pieces.push(known.get(piece) ?? read(piece));
  return pieces;
}

function read(text: string): QueryPiece {
  const piece: QueryPiece = {
    text,
    words: textWords(text).map(queryWord),
    isUnspaced: isUnspaced(text),
    isEnd: endsClause.test(text),
    isConjunction: conjunctions.has(text.toLowerCase()),
  };
  if (known.size >= mostKnown || joins >= mostJoins) {
    known.clear();
    joins = 0;
  }
  known.set(text, piece);
  return piece;
}

/** The word that two words are when they are written as one, as "time" and "zone" are "timezone". */
export function joinedWord(word: QueryWord, next: QueryWord): Word | undefined {
  const seen = word.joined.get(next);
  if (seen || word.joined.has(next)) return seen;
  const [joined] = textWords(word.text + next.text);
  word.joined.set(next, joined);
  joins++;
  return joined;
}

function queryWord({ text, term, isEmpty }: Word): QueryWord {
  return {
    ...{ text, term, isEmpty },
    unit: { text, key: term, term, weight: weightOf(text) },
    phrases: phrasesFrom(term),
    hasSynonyms: synonymsOf(term).length > 0,
    language: languageMark(text),
    isUnspaced: isUnspaced(text),
    joined: new Map(),
  };
}

function weightOf(text: string): number {
  if (/^\d+$/.test(text)) return weights.number;
  if (requestWords.has(text)) return weights.request;
  return commonWords.has(text) ? weights.common : 1;
}
