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
export function createSecondLook(all: readonly IndexedDocument[], postings: Postings, most: number): SecondLook {
  const coverages = new Float64Array(most);
  const sums = new Float64Array(most * mostClauses);
  const strengths = new Float64Array(most);
  const names = namesOf(all, postings.rarity);

  /** Adds what a pair is worth: more the fewer of these documents have it. */
  const addPair = (pair: QueryPair, documents: Uint32Array, count: number, clause: number, clauses: number): void => {
    let having = 0;
    for (let position = 0; position < count; position++) {
      const strength = strengthOf(pair, all[documents[position] as number] as IndexedDocument);
      strengths[position] = strength;
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
      coverages[position] = nameWeight * names.coverage(documents[position] as number, termWeights);
    }
    for (let clause = 0; clause < clauses.length; clause++) {
      const { pairs } = clauses[clause] as QueryClause;
      for (const pair of pairs) addPair(pair, documents, count, clause, clauses.length);
    }
    return { names: coverages, pairs: sums };
  };
}

/** The weight of the best field in which the pair stands. */
function strengthOf({ first, second }: QueryPair, { terms, ends }: IndexedDocument): number {
  let best = 0;
  for (let at = terms.indexOf(first); at >= 0; at = terms.indexOf(first, at + 1)) {
    if (terms[at + 1] !== second) continue;
    let field = 0;
    while (at >= (ends[field] as number)) field++;
    const weight = searchFields[field]?.pairWeight as number;
    if (at + 1 < (ends[field] as number) && weight > best) best = weight;
  }
  return best;
}

/** The terms of the names, each once in a name, and what those of one name are worth together. */
function namesOf(documents: readonly IndexedDocument[], rarity: Float32Array) {
  const starts = new Uint32Array(documents.length + 1);
  const all: number[] = [];
  const worths = new Float64Array(documents.length);
  for (let number = 0; number < documents.length; number++) {
    const { terms, ends } = documents[number] as IndexedDocument;
    for (let position = 0; position < (ends[0] as number); position++) {
      const term = terms[position] as number;
      if (terms.indexOf(term) < position) continue;
      all.push(term);
      worths[number] = (worths[number] as number) + (rarity[term] as number);
    }
    starts[number + 1] = all.length;
  }
  const terms = Uint32Array.from(all);
  return {
    /** What the query has of a name, times the share of the name that it is. */
    coverage(number: number, weights: Float64Array): number {
      const end = starts[number + 1] as number;
      let covered = 0;
      for (let position = starts[number] as number; position < end; position++) {
        const term = terms[position] as number;
        covered += (rarity[term] as number) * (weights[term] as number);
      }
      return covered === 0 ? 0 : (covered * covered) / (worths[number] as number);
    },
  };
}
