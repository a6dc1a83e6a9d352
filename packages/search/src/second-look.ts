import type { NameTerms } from "./name-terms.js";
import type { IndexedDocument, Postings } from "./postings.js";
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

/** A second look at documents of these postings, at most `most` at once. */
export function createSecondLook(
  all: readonly IndexedDocument[],
  postings: Postings,
  names: NameTerms,
  most: number,
): SecondLook {
  const { starts, documents: documentOf } = postings;
  const coverages = new Float64Array(most);
  const sums = new Float64Array(most * mostClauses);
  const strengths = new Float64Array(most);
  /** For each document that is looked at, which one it is, counted from 1. */
  const places = new Uint8Array(postings.size);

  const countOf = (term: number): number => (starts[term + 1] as number) - (starts[term] as number);

  /** Adds what a pair is worth: more the fewer of these documents have it. */
  const addPair = (pair: QueryPair, count: number, clause: number, clauses: number): void => {
    strengths.fill(0, 0, count);
    let having = 0;
    const rarer = countOf(pair.first) < countOf(pair.second) ? pair.first : pair.second;
    const last = starts[rarer + 1] as number;
    for (let entry = starts[rarer] as number; entry < last; entry++) {
      const document = documentOf[entry] as number;
      const place = places[document] as number;
      if (place === 0) continue;
      const strength = strengthOf(pair, all[document] as IndexedDocument);
      strengths[place - 1] = strength;
      if (strength > 0) having++;
    }
    if (having === 0) return;
    const worth = pairWeight * Math.log(1 + (postings.size - having + 0.5) / (having + 0.5));
    for (let position = 0, sum = clause; position < count; position++, sum += clauses) {
      sums[sum] = (sums[sum] as number) + (strengths[position] as number) * worth;
    }
  };

  return (documents, count, clauses, termWeights) => {
    sums.fill(0, 0, count * clauses.length);
    for (let position = 0; position < count; position++) {
      const document = documents[position] as number;
      coverages[position] = nameWeight * names.coverage(document, termWeights);
      places[document] = position + 1;
    }
    for (let clause = 0; clause < clauses.length; clause++) {
      for (const pair of (clauses[clause] as QueryClause).pairs) addPair(pair, count, clause, clauses.length);
    }
    for (let position = 0; position < count; position++) places[documents[position] as number] = 0;
    return { names: coverages, pairs: sums };
  };
}

/** The weight of the best field in which the pair stands. */
function strengthOf({ first, second }: QueryPair, { terms, ends }: IndexedDocument): number {
  let best = 0;
  for (let at = 0; at + 1 < terms.length; at++) {
    if (terms[at] !== first || terms[at + 1] !== second) continue;
    let field = 0;
    while (at >= (ends[field] as number)) field++;
    const weight = searchFields[field]?.pairWeight as number;
    if (at + 1 < (ends[field] as number) && weight > best) best = weight;
  }
  return best;
}
