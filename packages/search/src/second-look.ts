import type { IndexedDocument, Postings } from "./postings.js";
import type { QueryClause } from "./query.js";
import { searchFields } from "./search-fields.js";

/** What a document gets beside the worth of its words. */
export interface Extra {
  /** For a name that the query covers. */
  readonly name: number;
  /** For each clause: for two words of it that stand side by side in the document too. */
  readonly pairs: readonly number[];
}

const nameWeight = 0.25;
const pairWeight = 0.5;

/** Looks at documents word by word; so it is for a few of them. */
export type SecondLook = (
  documents: readonly IndexedDocument[],
  clauses: readonly QueryClause[],
  termWeights: ReadonlyMap<number, number>,
) => readonly Extra[];

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly clause: number;
}

/** A second look at documents of these postings. What each gets comes in the order in which they are given. */
export function createSecondLook(postings: Postings): SecondLook {
  /** For a term that begins pairs of the query at hand: the position of the last of them, counted from 1. */
  const lastPair = new Uint16Array(postings.rarity.length);

  return (documents, clauses, termWeights) => {
    const pairs = pairsOf(clauses, postings);
    const before = pairs.map(({ first }, position) => {
      const known = lastPair[first] as number;
      lastPair[first] = position + 1;
      return known;
    });
    /** Document after document, for each pair the best field in which it stands. */
    const strengths = new Float32Array(documents.length * pairs.length);
    for (let position = 0; position < documents.length && pairs.length > 0; position++) {
      readPairs(documents[position] as IndexedDocument, pairs, before, lastPair, strengths, position * pairs.length);
    }
    for (const { first } of pairs) lastPair[first] = 0;

    const worth = pairs.map((_, pair) => {
      let count = 0;
      for (let at = pair; at < strengths.length; at += pairs.length) if ((strengths[at] as number) > 0) count++;
      return pairWeight * Math.log(1 + (postings.size - count + 0.5) / (count + 0.5));
    });
    return documents.map((document, position) => {
      const sums = new Array<number>(clauses.length).fill(0);
      for (let pair = 0; pair < pairs.length; pair++) {
        const strength = strengths[position * pairs.length + pair] as number;
        const { clause } = pairs[pair] as Pair;
        sums[clause] = (sums[clause] as number) + strength * (worth[pair] as number);
      }
      return { name: nameWeight * nameCoverage(document, postings, termWeights), pairs: sums };
    });
  };
}

function pairsOf(clauses: readonly QueryClause[], postings: Postings): readonly Pair[] {
  const found: Pair[] = [];
  for (const [clause, { pairs }] of clauses.entries()) {
    for (const pair of pairs) {
      const first = postings.termNumber(pair.first);
      const second = postings.termNumber(pair.second);
      if (first !== undefined && second !== undefined) found.push({ first, second, clause });
    }
  }
  return found;
}

/** Notes for each pair, from `start` on, the weight of the best field in which it stands. */
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
function nameCoverage(
  { nameTerms }: IndexedDocument,
  { rarity }: Postings,
  termWeights: ReadonlyMap<number, number>,
): number {
  let covered = 0;
  let all = 0;
  for (const term of nameTerms) {
    all += rarity[term] as number;
    covered += (rarity[term] as number) * (termWeights.get(term) ?? 0);
  }
  return covered === 0 ? 0 : (covered * covered) / all;
}
