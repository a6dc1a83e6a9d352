import { createMatcher, type LookupsOf, type Matches } from "./matching.js";
import type { IndexedDocument, Postings } from "./postings.js";
import type { QueryClause } from "./query.js";
import { createSecondLook, type Extras } from "./second-look.js";

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
  /** So many come in order, or all where fewer match. */
  readonly count: number;
  /** Documents that lead, whatever they score. */
  readonly first: readonly number[];
  readonly isWanted: ((document: number) => boolean) | undefined;
  /** Between equal scores the lower comes first; then the document's own order. */
  readonly tieBreak: ((document: number) => number) | undefined;
}

/** Ranks the documents that match. */
export type Ranker = (clauses: readonly QueryClause[], options: RankOptions) => Ranking;

/** A ranker of these documents. */
export function createRanker(documents: readonly IndexedDocument[], postings: Postings, lookupsOf: LookupsOf): Ranker {
  const match = createMatcher(postings, lookupsOf);
  const secondLook = createSecondLook(documents, postings, lookedAtAgain);
  // Made once, since every query needs them.
  const scores = new Float64Array(postings.size);
  const finals = new Float64Array(lookedAtAgain);
  return (clauses, { count, first, isWanted, tieBreak }) => {
    const matches = match(clauses);
    const leading = isWanted ? first.filter(isWanted) : first;
    const isCandidate = (number: number): boolean => !leading.includes(number) && (!isWanted || isWanted(number));
    const candidates = isWanted || leading.length > 0 ? matches.documents.filter(isCandidate) : matches.documents;
    const highs = highestOf(matches, candidates);
    for (let position = 0; position < candidates.length; position++) {
      scores[position] = firstScore(candidates[position] as number, matches, highs);
    }
    const best = bestOf(candidates, scores, Math.max(count, lookedAtAgain), tieBreak);
    const looked = best.slice(0, lookedAtAgain).map(({ number }) => number);
    const extras = secondLook(looked, clauses, matches.termWeights);
    for (let position = 0; position < looked.length; position++) {
      finals[position] = finalScore(looked[position] as number, position, clauses.length, extras, matches, highs);
    }
    const ordered = [...bestOf(looked, finals, looked.length, tieBreak), ...best.slice(lookedAtAgain)];
    const highest = ordered[0]?.score ?? 1;
    const following = ordered.slice(0, Math.max(count - leading.length, 0));
    return {
      best: [
        ...leading.map((number) => ({ number, score: 1, isFirst: true as const })),
        ...following.map(({ number, score }) => ({ number, score: score / highest })),
      ],
      total: leading.length + candidates.length,
    };
  };
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

/** The worth of the whole query and of its best clause, each beside the highest there is. */
function firstScore(document: number, { whole, clauses }: Matches, highs: Highs): number {
  let best = 0;
  for (let clause = 0; clause < clauses.length; clause++) {
    const own =
      ((clauses[clause] as Float32Array)[document] as number) * (clauseWeight / (highs.clauses[clause] as number));
    if (own > best) best = own;
  }
  return best + (whole[document] as number) / highs.whole;
}

/** The same with what the second look has found at this position. */
function finalScore(
  document: number,
  position: number,
  count: number,
  { names, pairs }: Extras,
  { whole, clauses }: Matches,
  highs: Highs,
): number {
  const name = names[position] as number;
  let best = 0;
  let extra = name;
  for (let clause = 0; clause < count; clause++) {
    const pair = pairs[position * count + clause] as number;
    extra += pair;
    const own = clauses[clause]?.[document] ?? 0;
    if (own > 0) best = Math.max(best, (own + name + pair) / (highs.clauses[clause] as number));
  }
  return ((whole[document] as number) + extra) / highs.whole + clauseWeight * best;
}

/** Beyond so many they are put in order all at once. */
const fewEnoughToInsert = 64;

/** The best `count` candidates in order; `scores` has theirs at the same positions. */
function bestOf(
  candidates: readonly number[],
  scores: Float64Array,
  count: number,
  tieBreak: RankOptions["tieBreak"],
): readonly RankedDocument[] {
  const isBefore = (one: RankedDocument, score: number, number: number): boolean => {
    if (one.score !== score) return one.score > score;
    const difference = tieBreak ? tieBreak(one.number) - tieBreak(number) : 0;
    return difference < 0 || (difference === 0 && one.number < number);
  };
  if (count > fewEnoughToInsert) {
    const all = candidates.map((number, position) => ({ number, score: scores[position] as number }));
    return all.sort((one, other) => (isBefore(one, other.score, other.number) ? -1 : 1)).slice(0, count);
  }
  const best: RankedDocument[] = [];
  for (let position = 0; position < candidates.length; position++) {
    const score = scores[position] as number;
    const number = candidates[position] as number;
    const last = best[count - 1];
    if (last && isBefore(last, score, number)) continue;
    let place = last ? count - 1 : best.length;
    for (; place > 0 && !isBefore(best[place - 1] as RankedDocument, score, number); place--) {
      best[place] = best[place - 1] as RankedDocument;
    }
    best[place] = { number, score };
  }
  return best;
}
