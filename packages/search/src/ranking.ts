import { createMatcher, type LookupsOf, type Matches } from "./matching.js";
import type { IndexedDocument, Postings } from "./postings.js";
import type { QueryClause } from "./query.js";
import { createSecondLook, type Extra } from "./second-look.js";

/** A document by its number, and its score beside the best, which has 1. */
export interface RankedDocument {
  readonly number: number;
  readonly score: number;
}

/** The best documents in order, and how many match at all. */
export interface Ranking {
  readonly best: readonly RankedDocument[];
  readonly total: number;
}

/** So many of the best are looked at again. */
const lookedAtAgain = 50;
/** What the best clause counts beside the whole: who asks for two things wants the best of both. */
const clauseWeight = 0.4;

/** How to rank. */
export interface RankOptions {
  /** At least so many come in order, or all where fewer match. */
  readonly count: number;
  /** Documents that lead, whatever they score. */
  readonly first: readonly number[];
  readonly isWanted?: (document: number) => boolean;
  /** Between equal scores the lower comes first; then the document's own order. */
  readonly tieBreak?: (document: number) => number;
}

/** Ranks the documents that match. */
export type Ranker = (clauses: readonly QueryClause[], options: RankOptions) => Ranking;

/** A ranker of these documents. */
export function createRanker(documents: readonly IndexedDocument[], postings: Postings, lookupsOf: LookupsOf): Ranker {
  const match = createMatcher(postings, lookupsOf);
  const secondLook = createSecondLook(postings);
  return (clauses, { count, first, isWanted, tieBreak = () => 0 }) => {
    const inOrder = (one: RankedDocument, other: RankedDocument): number =>
      other.score - one.score || tieBreak(one.number) - tieBreak(other.number) || one.number - other.number;
    const matches = match(clauses);
    const leading = isWanted ? first.filter(isWanted) : first;
    const isCandidate = (number: number): boolean => !leading.includes(number) && (!isWanted || isWanted(number));
    const candidates = isWanted || leading.length > 0 ? matches.documents.filter(isCandidate) : matches.documents;
    const score = scorer(matches, candidates);
    const best = bestOf(candidates, score, Math.max(count, lookedAtAgain), inOrder);
    const looked = best.slice(0, lookedAtAgain);
    const lookedDocuments = looked.map(({ number }) => documents[number] as IndexedDocument);
    const extras = secondLook(lookedDocuments, clauses, matches.termWeights);
    const again = looked.map(({ number }, position) => ({ number, score: score(number, extras[position]) }));
    again.sort(inOrder);
    const highest = again[0]?.score ?? 1;
    const rest = [...again, ...best.slice(lookedAtAgain)];
    return {
      best: [
        ...leading.map((number) => ({ number, score: 1 })),
        ...rest.map((document) => ({ number: document.number, score: document.score / highest })),
      ],
      total: leading.length + candidates.length,
    };
  };
}

/** The score of a document: the worth of the whole query in it, and of its best clause, each beside the highest there is. */
function scorer({ whole, clauses }: Matches, candidates: readonly number[]) {
  const highest = (values: Float32Array): number => {
    let high = Number.MIN_VALUE;
    for (const document of candidates) if ((values[document] as number) > high) high = values[document] as number;
    return high;
  };
  const wholeHigh = highest(whole);
  const highs = clauses.map(highest);
  return (document: number, extra?: Extra): number => {
    const name = extra?.name ?? 0;
    let best = 0;
    for (let clause = 0; clause < clauses.length; clause++) {
      const own = clauses[clause]?.[document] as number;
      if (own === 0) continue;
      const value = (own + name + (extra?.pairs[clause] ?? 0)) / (highs[clause] as number);
      if (value > best) best = value;
    }
    let pairs = 0;
    if (extra) for (const pair of extra.pairs) pairs += pair;
    return ((whole[document] as number) + name + pairs) / wholeHigh + clauseWeight * best;
  };
}

/** The best `count` candidates in order. */
function bestOf(
  candidates: readonly number[],
  score: (document: number) => number,
  count: number,
  inOrder: (one: RankedDocument, other: RankedDocument) => number,
): readonly RankedDocument[] {
  const scores = new Float64Array(candidates.length);
  for (let position = 0; position < scores.length; position++) scores[position] = score(candidates[position] as number);
  const least = scores.length > count ? leastOfBest(scores, count) : 0;
  const better: RankedDocument[] = [];
  const equal: RankedDocument[] = [];
  for (let position = 0; position < scores.length; position++) {
    const own = scores[position] as number;
    if (own < least) continue;
    (own > least ? better : equal).push({ number: candidates[position] as number, score: own });
  }
  return [...better.sort(inOrder), ...equal.sort(inOrder)].slice(0, count);
}

/** The lowest of the `count` highest values, by a heap whose root is the lowest of those kept. */
function leastOfBest(values: Float64Array, count: number): number {
  const heap = values.slice(0, count).sort();
  for (let position = count; position < values.length; position++) {
    const value = values[position] as number;
    if (value <= (heap[0] as number)) continue;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= count) break;
      if (child + 1 < count && (heap[child + 1] as number) < (heap[child] as number)) child++;
      if ((heap[child] as number) >= value) break;
      heap[hole] = heap[child] as number;
      hole = child;
    }
    heap[hole] = value;
  }
  return heap[0] as number;
}
