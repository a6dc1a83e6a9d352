import { createBestOf } from "./best-of.js";
import type { Matcher, Matches } from "./matching.js";
import type { NameTerms } from "./name-terms.js";
import type { IndexedDocument, Postings } from "./postings.js";
import type { QueryClause } from "./query.js";
import { createSecondLook, type Extras } from "./second-look.js";

/** A document by its number, and its score beside the best, which has 1. */
export interface RankedDocument {
  readonly number: number;
  readonly score: number;
  /** It leads because it was given to. */
  readonly isFirst: boolean;
}

/** The best documents in order, and how many match at all. */
export interface Ranking {
  readonly best: readonly RankedDocument[];
  readonly total: number;
}

/** So many of the best are looked at again. */
const lookedAtAgain = 24;
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
export function createRanker(
  documents: readonly IndexedDocument[],
  postings: Postings,
  names: NameTerms,
  { match }: Matcher,
): Ranker {
  const secondLook = createSecondLook(documents, postings, names, lookedAtAgain);
  // Made once, since every query needs them. Scores are by the number of the document.
  const sums = new Float64Array(postings.size);
  const finals = new Float64Array(postings.size);
  const looked = new Uint32Array(lookedAtAgain);
  const bestAtFirst = createBestOf();
  const bestAgain = createBestOf();
  return (clauses, { count, first, isWanted, tieBreak }) => {
    const matches = match(clauses);
    const leading = isWanted ? first.filter(isWanted) : first;
    const total = isWanted || leading.length > 0 ? keepWanted(matches, leading, isWanted) : matches.count;
    const highs: Highs = { whole: highest(matches.whole, matches.documents, total), clauses: [] };
    if (matches.clauses.length > 0) addFirstScores(matches, total, highs, sums);
    // The worth of the whole query and the first score give one order where there is one clause.
    const scores = matches.clauses.length > 0 ? sums : matches.whole;
    const best = bestAtFirst(matches.documents, total, scores, Math.max(count, lookedAtAgain), tieBreak);
    const lookedAt = Math.min(best.count, lookedAtAgain);
    for (let place = 0; place < lookedAt; place++) looked[place] = best.numbers[place] as number;
    const extras = secondLook(looked, lookedAt, clauses, matches.termWeights);
    addFinalScores(looked, lookedAt, clauses.length, extras, matches, highs, finals);
    const again = bestAgain(looked, lookedAt, finals, Math.min(Math.max(count, 1), lookedAt), tieBreak);
    const highestFinal = finals[again.numbers[0] as number] as number;
    const ranked: RankedDocument[] = [];
    for (const number of leading) ranked.push({ number, score: 1, isFirst: true });
    for (let place = 0; ranked.length < count && place < best.count; place++) {
      const isLooked = place < lookedAt;
      const number = (isLooked ? again : best).numbers[place] as number;
      const score = isLooked ? (finals[number] as number) : firstScore(number, matches, highs);
      ranked.push({ number, score: score / highestFinal, isFirst: false });
    }
    return { best: ranked, total: leading.length + total };
  };
}

/** Keeps the matches that are wanted and do not lead, and answers with how many there are. */
function keepWanted(
  { documents, count }: Matches,
  leading: readonly number[],
  isWanted: RankOptions["isWanted"],
): number {
  let kept = 0;
  for (let position = 0; position < count; position++) {
    const number = documents[position] as number;
    if (!leading.includes(number) && (!isWanted || isWanted(number))) documents[kept++] = number;
  }
  return kept;
}

/** The highest worth of the whole query in any candidate, and of each clause. */
interface Highs {
  readonly whole: number;
  readonly clauses: number[];
}

function highest(values: Float64Array, documents: Uint32Array, count: number): number {
  let high = Number.MIN_VALUE;
  for (let position = 0; position < count; position++) {
    const value = values[documents[position] as number] as number;
    if (value > high) high = value;
  }
  return high;
}

/** Notes the highest worth of each clause, and the first score of each candidate. */
function addFirstScores(matches: Matches, count: number, highs: Highs, scores: Float64Array): void {
  const { documents } = matches;
  for (const clause of matches.clauses) highs.clauses.push(highest(clause, documents, count));
  for (let position = 0; position < count; position++) {
    const number = documents[position] as number;
    scores[number] = firstScore(number, matches, highs);
  }
}

/** The worth of the whole query and of its best clause, each beside the highest there is. */
function firstScore(number: number, { whole, clauses }: Matches, highs: Highs): number {
  let best = 0;
  for (let clause = 0; clause < clauses.length; clause++) {
    const own =
      ((clauses[clause] as Float64Array)[number] as number) * (clauseWeight / (highs.clauses[clause] as number));
    if (own > best) best = own;
  }
  return best + (whole[number] as number) / highs.whole;
}

/** Notes the final score of each document that was looked at again. */
function addFinalScores(
  looked: Uint32Array,
  lookedAt: number,
  count: number,
  extras: Extras,
  matches: Matches,
  highs: Highs,
  scores: Float64Array,
): void {
  for (let place = 0; place < lookedAt; place++) {
    const number = looked[place] as number;
    scores[number] = finalScore(number, place, count, extras, matches, highs);
  }
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
    const own = clauses.length > 0 ? ((clauses[clause] as Float64Array)[document] as number) : 0;
    if (own > 0) best = Math.max(best, (own + name + pair) / (highs.clauses[clause] as number));
  }
  return ((whole[document] as number) + extra) / highs.whole + clauseWeight * best;
}
