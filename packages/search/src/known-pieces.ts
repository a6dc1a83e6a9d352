import type { ForeignWord } from "./foreign-terms.js";
import type { Postings } from "./postings.js";
import { type QueryPiece, type QueryWord, queryPiece } from "./query-pieces.js";
import type { QueryUnit, QueryUnits } from "./query-units.js";
import { hashOf } from "./term-beginnings.js";

/** A word of a query, with what one index knows of it. */
export interface KnownWord extends QueryWord {
  /** The number of its term, or -1 where no document has it or it carries no meaning. */
  readonly number: number;
  readonly hash: number;
  /** It is no word of another language, nor a slip. */
  readonly isEnglish: boolean;
  /** The word alone as something to look for; absent where it carries no meaning. */
  readonly unit: QueryUnit | undefined;
  /** What it may be in another language, once that was asked. */
  foreign: ForeignWord | undefined;
}

/** What stands between two blanks of a query, with what one index knows of it. */
export interface KnownPiece extends Omit<QueryPiece, "words"> {
  readonly words: readonly KnownWord[];
  /** What it is a slip of, once that was asked; null for none. */
  meant: string | null | undefined;
}

/** The pieces of queries, as one index knows them. */
export interface KnownPieces {
  /** Those of a query, in order. */
  of(query: string): readonly KnownPiece[];
  /** Whether it is time to forget them. */
  isFull(): boolean;
  /** No piece known before is used from now on, nor any unit. */
  forget(): void;
}

/** People ask in the same words. */
const mostKnown = 5_000;

const blanks = /\s+/;

/** In characters. What is longer is data that came along, no question. */
const longestQuery = 4_000;

/** No pieces are known yet. */
export function createKnownPieces({ termNumber }: Pick<Postings, "termNumber">, units: QueryUnits): KnownPieces {
  const known = new Map<string, KnownPiece>();

  const knownWord = (word: QueryWord): KnownWord => {
    const { text, term, isEmpty, weight, phrases, hasSynonyms, language, isUnspaced } = word;
    const number = isEmpty ? -1 : termNumber(term);
    return {
      text,
      term,
      isEmpty,
      weight,
      phrases,
      hasSynonyms,
      language,
      isUnspaced,
      number,
      hash: hashOf(text),
      isEnglish: isEmpty || hasSynonyms || number >= 0,
      unit: isEmpty ? undefined : units.word(text, term, weight),
      foreign: undefined,
    };
  };

  const read = (text: string): KnownPiece => {
    const piece = queryPiece(text);
    const words: KnownWord[] = [];
    for (const word of piece.words) words.push(knownWord(word));
    const { isUnspaced, hasForeignLetters, isEnd, isConjunction } = piece;
    const seen = { text, words, isUnspaced, hasForeignLetters, isEnd, isConjunction, meant: undefined };
    known.set(text, seen);
    return seen;
  };

  /** What lies between two plain blanks, at which to split is cheap, may have other blanks in it. */
  const addPieces = (parts: readonly string[], pieces: KnownPiece[]): void => {
    for (const part of parts) {
      if (part === "") continue;
      const piece = known.get(part);
      if (piece) pieces.push(piece);
      else if (blanks.test(part)) addPieces(part.split(blanks), pieces);
      else pieces.push(read(part));
    }
  };

  return {
    of(query) {
      const pieces: KnownPiece[] = [];
      addPieces(query.slice(0, longestQuery).split(" "), pieces);
      return pieces;
    },
    isFull: () => known.size >= mostKnown || units.size() >= mostKnown,
    forget() {
      known.clear();
      units.forget();
    },
  };
}
