import type { Lookup } from "./lookups.js";
import type { Found } from "./matching.js";

/** One thing that a query may ask for. */
export interface QueryUnit {
  /** The word or phrase as it was asked. */
  readonly text: string;
  /** Its terms joined with a blank; also the key of its synonyms. */
  readonly key: string;
  /** What units of one key share. */
  readonly mark: UnitMark;
  /** The term to look up; absent for a phrase that is only a key of synonyms. */
  readonly term: string | undefined;
  readonly weight: number;
  /** What it is called in English, where it is of another language. */
  readonly english: readonly string[] | undefined;
  /** How it is looked up, once it was. */
  lookups: readonly Lookup[] | undefined;
  /** What it finds, once it was looked for. */
  found: Found | undefined;
}

/** Where a key was last asked for, so that it counts once: clauses and queries are numbered as they come. */
export interface UnitMark {
  lastClause: number;
  lastQuery: number;
}

/** The units of one index, each made once: people ask in the same words. */
export interface QueryUnits {
  word(text: string, term: string, weight: number): QueryUnit;
  phrase(text: string, key: string): QueryUnit;
  /** Two words written as one. */
  joined(text: string, term: string): QueryUnit;
  foreign(text: string, english: readonly string[]): QueryUnit;
  /** How many there are. */
  size(): number;
  /** No unit made before is used from now on. */
  forget(): void;
}

/** No units yet. */
export function createQueryUnits(): QueryUnits {
  /** By text: a text of one kind has always one key. */
  const words = new Map<string, QueryUnit>();
  const joined = new Map<string, QueryUnit>();
  const foreign = new Map<string, QueryUnit>();
  const marks = new Map<string, UnitMark>();

  const markOf = (key: string): UnitMark => {
    const known = marks.get(key);
    if (known) return known;
    const mark: UnitMark = { lastClause: 0, lastQuery: 0 };
    marks.set(key, mark);
    return mark;
  };

  const add = (
    units: Map<string, QueryUnit>,
    text: string,
    key: string,
    term: string | undefined,
    weight: number,
    english?: readonly string[],
  ): QueryUnit => {
    const mark = markOf(key);
    const unit: QueryUnit = { text, key, mark, term, weight, english, lookups: undefined, found: undefined };
    units.set(text, unit);
    return unit;
  };

  return {
    word: (text, term, weight) => words.get(text) ?? add(words, text, term, term, weight),
    phrase: (text, key) => words.get(text) ?? add(words, text, key, undefined, 1),
    joined: (text, term) => joined.get(text) ?? add(joined, text, term, term, 1),
    foreign: (text, english) => foreign.get(text) ?? add(foreign, text, `=${text}`, undefined, 1, english),
    size: () => words.size + joined.size + foreign.size,
    forget() {
      for (const units of [words, joined, foreign, marks]) units.clear();
    },
  };
}
