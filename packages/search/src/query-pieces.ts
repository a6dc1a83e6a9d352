import { commonWords, requestWords } from "./english-words.js";
import { hasForeignLetters, type LanguageMark, languageMark } from "./foreign-terms.js";
import { phrasesFrom, type SynonymPhrase, synonymsOf } from "./synonyms.js";
import { isUnspaced, textWords, type Word } from "./text-terms.js";

/** A word of a query, with what there is to know of it whatever the index. */
export interface QueryWord extends Word {
  /** How much it counts. */
  readonly weight: number;
  /** The phrases with synonyms that it may begin, if any, the longest first. */
  readonly phrases: readonly SynonymPhrase[] | undefined;
  readonly hasSynonyms: boolean;
  readonly language: LanguageMark;
  readonly isUnspaced: boolean;
}

/** What stands between two blanks of a query. */
export interface QueryPiece {
  readonly text: string;
  readonly words: readonly QueryWord[];
  readonly isUnspaced: boolean;
  readonly hasForeignLetters: boolean;
  /** It ends a sentence, or a part of one. */
  readonly isEnd: boolean;
  readonly isConjunction: boolean;
}

const weights = { request: 0.35, common: 0.65, number: 0.3 };
const number = /^\d+$/;
const endsClause = /[.?!;:。？！；]["”'’)]?$/;
const conjunctions = new Set("and then also additionally plus furthermore moreover after next".split(" "));

/** People ask in the same words, and reading one is dear. */
const known = new Map<string, QueryPiece>();
const mostKnown = 10_000;

/** The piece of this text, which has no blanks in it. */
export function queryPiece(text: string): QueryPiece {
  const seen = known.get(text);
  if (seen) return seen;
  const piece = read(text);
  if (known.size >= mostKnown) known.clear();
  known.set(text, piece);
  return piece;
}

function read(text: string): QueryPiece {
  const words: QueryWord[] = [];
  for (const word of textWords(text)) words.push(queryWord(word));
  return {
    text,
    words,
    isUnspaced: isUnspaced(text),
    hasForeignLetters: hasForeignLetters(text),
    isEnd: endsClause.test(text),
    isConjunction: conjunctions.has(text.toLowerCase()),
  };
}

function queryWord({ text, term, isEmpty }: Word): QueryWord {
  return {
    text,
    term,
    isEmpty,
    weight: weightOf(text),
    phrases: phrasesFrom(term),
    hasSynonyms: synonymsOf(term).length > 0,
    language: languageMark(text),
    isUnspaced: isUnspaced(text),
  };
}

function weightOf(text: string): number {
  if (number.test(text)) return weights.number;
  if (requestWords.has(text)) return weights.request;
  return commonWords.has(text) ? weights.common : 1;
}
