import type { ForeignTerms } from "./foreign-terms.js";
import { createNearestWords, type NearestWords } from "./nearest-words.js";
import type { SearchDocument } from "./search-document.js";
import { fieldGroups, type SearchField, searchFields } from "./search-fields.js";
import { createSieve } from "./sieve.js";
import { type Beginnings, createBeginnings } from "./term-beginnings.js";
import { isUnspaced, textWords, type Word } from "./text-terms.js";

/** A document as the index keeps it: the numbers of its terms, field after field. */
export interface IndexedDocument {
  readonly terms: Uint32Array;
  /** Where each field's terms end, in the order of `searchFields`. */
  readonly ends: readonly number[];
}

/** Which documents have which term, and how strongly. Documents and terms are numbers. */
export interface Postings {
  readonly size: number;
  /** The number of a term that some document has, or -1. */
  termNumber(term: string): number;
  /** The numbers of the terms that a misspelt word may mean, in the order of the alphabet. */
  near(word: string): readonly number[];
  readonly mayBegin: Beginnings["mayBegin"];
  readonly mayBeginWith: Beginnings["mayBeginWith"];
  /** Whether in some document the second of these terms may follow the first. */
  mayAdjoin(first: number, second: number): boolean;
  /** How telling a term is: BM25's inverse document frequency. */
  readonly rarity: Float32Array;
  /** The entries of term t are those from `starts[t]` to `starts[t + 1]`. */
  readonly starts: Uint32Array;
  /** The documents of the entries, ascending within a term. */
  readonly documents: Uint32Array;
  /** The strengths of the entries: BM25F's saturated and weighted frequency. */
  readonly strengths: Float32Array;
}

/** The entry of a term for a document, or -1. */
export function entryOf({ starts, documents }: Postings, term: number, document: number): number {
  let low = starts[term] as number;
  let high = (starts[term + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = documents[middle] as number;
    if (found === document) return middle;
    if (found < document) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** BM25's k1: how soon a further occurrence counts no more. */
const saturation = 1.5;

/** Gives terms their numbers. */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>;
  /** A word as it is written, for each term's number. */
  readonly spellings: readonly string[];
  readonly nearest: NearestWords;
  readonly beginnings: Beginnings;
  readonly mayAdjoin: Postings["mayAdjoin"];
  index(document: SearchDocument): IndexedDocument;
}

/** An empty vocabulary; it grows with each document. */
export function createVocabulary(foreign: ForeignTerms): Vocabulary {
  const numbers = new Map<string, number>();
  const spellings: string[] = [];
  const nearest = createNearestWords();
  const beginnings = createBeginnings();
  const neighbours = createSieve();
  const numberOf = ({ text, term }: Word): number => {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    numbers.set(term, spellings.length);
    nearest.add(term);
    beginnings.add(term);
    return spellings.push(text) - 1;
  };
  return {
    numbers,
    spellings,
    nearest,
    beginnings,
    mayAdjoin: (first, second) => neighbours.mayHave(pairOf(first, second)),
    index(document) {
      const terms: number[] = [];
      const ends: number[] = [];
      for (const field of searchFields) {
        const text = field.textOf(document);
        for (const word of textWords(text)) if (!word.isEmpty) terms.push(numberOf(word));
        const english = isUnspaced(text) ? foreign.inUnspaced(text).flatMap((term) => term.english.slice(0, 1)) : [];
        for (const word of english.flatMap(textWords)) if (!word.isEmpty) terms.push(numberOf(word));
        for (let position = (ends.at(-1) ?? 0) + 1; position < terms.length; position++) {
          neighbours.add(pairOf(terms[position - 1] as number, terms[position] as number));
        }
        ends.push(terms.length);
      }
      return { terms: new Uint32Array(terms), ends };
    },
  };
}

function pairOf(first: number, second: number): number {
  return Math.imul(first, 0x01000193) ^ second;
}

/** The postings of documents that one vocabulary has indexed, in their order. */
export function createPostings(
  documents: readonly IndexedDocument[],
  { numbers, nearest, beginnings, mayAdjoin }: Vocabulary,
): Postings {
  const counts = new Uint32Array(numbers.size + 1);
  const read = createReader(numbers.size);
  for (const document of documents)
    read(document, (term) => {
      counts[term + 1] = (counts[term + 1] as number) + 1;
    });

  const rarity = new Float32Array(numbers.size);
  for (let term = 0; term < numbers.size; term++) {
    const count = counts[term + 1] ?? 0;
    rarity[term] = Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
    counts[term + 1] = count + (counts[term] ?? 0);
  }
  const starts = counts.slice();
  const total = starts[numbers.size] ?? 0;
  const entries = new Uint32Array(total);
  const strengths = new Float32Array(total);
  const next = starts.slice();
  for (let document = 0; document < documents.length; document++) {
    read(documents[document] as IndexedDocument, (term, frequency) => {
      const entry = next[term] as number;
      next[term] = entry + 1;
      entries[entry] = document;
      strengths[entry] = ((saturation + 1) * frequency) / (saturation + frequency);
    });
  }
  const isLive = (term: number): boolean => starts[term] !== starts[term + 1];
  const termNumber = (term: string): number => {
    const number = numbers.get(term);
    return number !== undefined && number < rarity.length && isLive(number) ? number : -1;
  };
  return {
    size: documents.length,
    rarity,
    starts,
    documents: entries,
    strengths,
    termNumber,
    near(word) {
      const found: number[] = [];
      for (const term of nearest.near(word)) {
        const number = termNumber(term);
        if (number >= 0) found.push(number);
      }
      return found;
    },
    mayBegin: beginnings.mayBegin,
    mayBeginWith: beginnings.mayBeginWith,
    mayAdjoin,
  };
}

/** Tells each term of a document once, with how often it occurs, weighed by field and length. */
function createReader(size: number) {
  const frequencies = new Float64Array(size);
  return ({ terms, ends }: IndexedDocument, tell: (term: number, frequency: number) => void): void => {
    const lengths: Record<string, number> = {};
    for (let field = 0; field < searchFields.length; field++) {
      const { group } = searchFields[field] as SearchField;
      lengths[group] = (lengths[group] ?? 0) + (ends[field] as number) - (ends[field - 1] ?? 0);
    }
    let position = 0;
    for (let field = 0; field < searchFields.length; field++) {
      const { group, weight } = searchFields[field] as SearchField;
      const { usualLength, lengthPenalty } = fieldGroups[group];
      const relativeLength = 1 - lengthPenalty + (lengthPenalty * (lengths[group] as number)) / usualLength;
      for (; position < (ends[field] as number); position++) {
        const term = terms[position] as number;
        frequencies[term] = (frequencies[term] as number) + weight / relativeLength;
      }
    }
    for (const term of terms) {
      const frequency = frequencies[term] as number;
      if (frequency === 0) continue;
      frequencies[term] = 0;
      tell(term, frequency);
    }
  };
}
