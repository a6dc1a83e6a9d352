import { entryOf, type IndexedDocument, type Postings } from "./postings.js";
import { mostClauses, type QueryClause, type QueryPair } from "./query.js";
import { searchFields } from "./search-fields.js";

/** What documents get beside the worth of their words, in the order in which they were given. It holds until the next look. */
export interface Extras {
  /** For a name that the query covers. */
  readonly names: Float64Array;
  /** For two words of a clause that stand side by side in the document too: document after document, clause after clause. */
  readonly pairs: Float64Array;
}

const nameWeight = 0.25;
const pairWeight = 0.5;

/** Looks at the first `count` of these documents word by word; so it is for a few of them. `termWeights` are by the number of the term. */
export type SecondLook = (
  documents: Uint32Array,
  count: number,
  clauses: readonly QueryClause[],
  termWeights: Float64Array,
) => Extras;

interface Pair extends QueryPair {
  readonly clause: number;
}

/** A second look at documents of these postings, at most `most` at once. */
export function createSecondLook(all: readonly IndexedDocument[], postings: Postings, most: number): SecondLook {
  /** For a term that begins pairs of the query at hand: the position of the last of them, counted from 1. */
  const lastPair = new Uint16Array(postings.rarity.length);
  const names = new Float64Array(most);
  const sums = new Float64Array(most * mostClauses);
  /** Document after document, for each pair the best field in which it stands. */
  let strengths = new Float32Array(most);

  return (documents, count, clauses, termWeights) => {
    const pairs = pairsOf(clauses);
    if (strengths.length < count * pairs.length) strengths = new Float32Array(most * pairs.length);
    strengths.fill(0, 0, count * pairs.length);
    sums.fill(0, 0, count * clauses.length);
    const isScan = pairs.length > fewPairs;
    const before = isScan ? chained(pairs, lastPair) : [];
    for (let position = 0; position < count; position++) {
      const document = all[documents[position] as number] as IndexedDocument;
      names[position] = nameWeight * nameCoverage(document, postings, termWeights);
      const start = position * pairs.length;
      if (isScan) readPairs(document, pairs, before, lastPair, strengths, start);
      else findPairs(documents[position] as number, document, pairs, postings, strengths, start);
    }
    if (isScan) for (const { first } of pairs) lastPair[first] = 0;
    addPairs(pairs, strengths, count, clauses.length, postings.size, sums);
    return { names, pairs: sums };
  };
}

function pairsOf(clauses: readonly QueryClause[]): readonly Pair[] {
  const found: Pair[] = [];
  for (let clause = 0; clause < clauses.length; clause++) {
    for (const { first, second } of (clauses[clause] as QueryClause).pairs) found.push({ first, second, clause });
  }
  return found;
}

/** For each pair the position, counted from 1, of the one before it with the same first term; `lastPair` has the last of them. */
function chained(pairs: readonly Pair[], lastPair: Uint16Array): readonly number[] {
  return pairs.map(({ first }, position) => {
    const known = lastPair[first] as number;
    lastPair[first] = position + 1;
    return known;
  });
}

/** Adds up for each document and clause what its pairs are worth: more the fewer of these documents have them. */
function addPairs(
  pairs: readonly Pair[],
  strengths: Float32Array,
  documents: number,
  clauses: number,
  size: number,
  sums: Float64Array,
): void {
  const end = documents * pairs.length;
  for (let pair = 0; pair < pairs.length; pair++) {
    let count = 0;
    for (let at = pair; at < end; at += pairs.length) if ((strengths[at] as number) > 0) count++;
    if (count === 0) continue;
    const worth = pairWeight * Math.log(1 + (size - count + 0.5) / (count + 0.5));
    let sum = (pairs[pair] as Pair).clause;
    for (let at = pair; at < end; at += pairs.length, sum += clauses) {
      sums[sum] = (sums[sum] as number) + (strengths[at] as number) * worth;
    }
  }
}

/** Of more pairs than this the words of a document are read one by one: to look for each pair costs more. */
const fewPairs = 6;

/** Notes for each pair, from `start` on, the weight of the best field in which it stands. */
function findPairs(
  number: number,
  { terms, ends }: IndexedDocument,
  pairs: readonly Pair[],
  postings: Postings,
  strengths: Float32Array,
  start: number,
): void {
  for (let pair = 0; pair < pairs.length; pair++) {
    const { first, second } = pairs[pair] as Pair;
    if (entryOf(postings, first, number) < 0 || entryOf(postings, second, number) < 0) continue;
    for (let at = terms.indexOf(first); at >= 0; at = terms.indexOf(first, at + 1)) {
      if (terms[at + 1] !== second) continue;
      let field = 0;
      while (at >= (ends[field] as number)) field++;
      const weight = searchFields[field]?.pairWeight as number;
      if (at + 1 < (ends[field] as number) && weight > (strengths[start + pair] as number))
        strengths[start + pair] = weight;
    }
  }
}

/** The same for many pairs. */
function readPairs(
  { terms, ends }: IndexedDocument,
  pairs: readonly Pair[],
  before: readonly number[],
  lastPair: Uint16Array,
  strengths: Float32Array,
  start: number,
): void {
  let position = 0;
  for (let field = 0; field < searchFields.length; field++) {
    const weight = searchFields[field]?.pairWeight as number;
    const last = (ends[field] as number) - 1;
    for (; position < last; position++) {
      let pair = lastPair[terms[position] as number] as number;
      for (; pair > 0; pair = before[pair - 1] as number) {
        const at = start + pair - 1;
        if (pairs[pair - 1]?.second === terms[position + 1] && (strengths[at] as number) < weight)
          strengths[at] = weight;
      }
    }
    position = last + 1;
  }
}

/** What the query has of a name, times the share of the name that it is. */
function nameCoverage({ nameTerms }: IndexedDocument, { rarity }: Postings, termWeights: Float64Array): number {
  let covered = 0;
  let all = 0;
  for (const term of nameTerms) {
    all += rarity[term] as number;
    covered += (rarity[term] as number) * (termWeights[term] as number);
  }
  return covered === 0 ? 0 : (covered * covered) / all;
}
