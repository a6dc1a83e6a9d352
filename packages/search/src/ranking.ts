import { createMatcher, type LookupsOf, type Matches } from "./matching.js";
import type { IndexedDocument, Postings } from "./postings.js";
import type { QueryClause } from "./query.js";
import { createSecondLook, type Extra } from "./second-look.js";

/** A document by its number, and its score beside the best, which has 1. */
export interface RankedDocument {
  readonly number: number;
  readonly score: number;
  /** It leads because it was given to. */
  readonly isFirst?: true;
}

/** The best documents in order, and how many match at all. */
export interface Ranking {
  readonly best: readonly RankedDocument[];
  readonly total: number;
}

/** So many of the best are looked at again. */
const lookedAtAgain = 30;
/** What the best clause counts beside the whole: who asks for two things wants the best of both. */
const clauseWeight = 0.6;

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
  return (clauses, { count, first, isWanted, tieBreak }) => {
    const inOrder = orderBy(tieBreak);
    const matches = match(clauses);
    const leading = isWanted ? first.filter(isWanted) : first;
    const isCandidate = (number: number): boolean => !leading.includes(number) && (!isWanted || isWanted(number));
    const candidates = isWanted || leading.length > 0 ? matches.documents.filter(isCandidate) : matches.documents;
    const highs = highestOf(matches, candidates);
    const best = bestOf(candidates, firstScores(candidates, matches, highs), Math.max(count, lookedAtAgain), inOrder);
    const looked = best.slice(0, lookedAtAgain);
    const lookedDocuments = looked.map(({ number }) => documents[number] as IndexedDocument);
    const extras = secondLook(lookedDocuments, clauses, matches.termWeights);
    const again = extras.map((extra, position) => {
      const { number } = looked[position] as RankedDocument;
      return { number, score: finalScore(number, extra, matches, highs) };
    });
    again.sort(inOrder);
    const highest = again[0]?.score ?? 1;
    return {
      best: [
        ...leading.map((number) => ({ number, score: 1, isFirst: true as const })),
        ...[...again, ...best.slice(lookedAtAgain)].map(({ number, score }) => ({ number, score: score / highest })),
      ],
      total: leading.length + candidates.length,
    };
  };
}

function orderBy(tieBreak: RankOptions["tieBreak"]): (one: RankedDocument, other: RankedDocument) => number {
  if (!tieBreak) return (one, other) => other.score - one.score || one.number - other.number;
  return (one, other) =>
    other.score - one.score || tieBreak(one.number) - tieBreak(other.number) || one.number - other.number;
}

/** The highest worth of the whole query in any candidate, and of each clause. */
interface Highs {
  readonly whole: number;
  readonly clauses: readonly number[];
}

function highestOf({ whole, clauses }: Matches, candidates: readonly number[]): Highs {
  const highest = (values: Float32Array): number => {
    let high = Number.MIN_VALUE;
    for (const document of candidates) if ((values[document] as number) > high) high = values[document] as number;
    return high;
  };
  return { whole: highest(whole), clauses: clauses.map(highest) };
}

/** The worth of the whole query and of its best clause, each beside the highest there is, for every candidate. */
function firstScores(candidates: readonly number[], { whole, clauses }: Matches, highs: Highs): Float64Array {
  const scores = new Float64Array(candidates.length);
  for (let clause = 0; clause < clauses.length; clause++) {
    const values = clauses[clause] as Float32Array;
    const share = clauseWeight / (highs.clauses[clause] as number);
    for (let position = 0; position < scores.length; position++) {
      const value = (values[candidates[position] as number] as number) * share;
      if (value > (scores[position] as number)) scores[position] = value;
    }
  }
  for (let position = 0; position < scores.length; position++) {
    const value = (whole[candidates[position] as number] as number) / highs.whole;
    scores[position] = (scores[position] as number) + value;
  }
  return scores;
}

/** The same with what the second look has found. */
function finalScore(document: number, { name, pairs }: Extra, { whole, clauses }: Matches, highs: Highs): number {
  let best = 0;
  let extra = name;
  for (let clause = 0; clause < pairs.length; clause++) {
    const pair = pairs[clause] as number;
    extra += pair;
    const own = clauses[clause]?.[document] ?? 0;
    if (own > 0) best = Math.max(best, (own + name + pair) / (highs.clauses[clause] as number));
  }
  return ((whole[document] as number) + extra) / highs.whole + clauseWeight * best;
}

/** The best `count` candidates in order. */
function bestOf(
  candidates: readonly number[],
  scores: Float64Array,
  count: number,
  inOrder: (one: RankedDocument, other: RankedDocument) => number,
): readonly RankedDocument[] {
  const least = scores.length > count ? leastOfBest(scores, count) : 0;
  const better: RankedDocument[] = [];
  const equal: RankedDocument[] = [];
  for (let position = 0; position < scores.length; position++) {
    const score = scores[position] as number;
    if (score >= least) (score > least ? better : equal).push({ number: candidates[position] as number, score });
  }
  better.sort(inOrder);
  if (equal.length > 1) equal.sort(inOrder);
  return [...better, ...equal.slice(0, count - better.length)];
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
