import type { IndexedDocument } from "./postings.js";

/** The terms of the names of documents, each once in a name. */
export interface NameTerms {
  /** Whether a term is in some name. */
  has(term: number): boolean;
  /** What the terms of these weights, by their numbers, have of a document's name, times the share of the name that it is. */
  coverage(document: number, weights: Float64Array): number;
}

/** The terms of these documents' names. */
export function createNameTerms(documents: readonly IndexedDocument[], rarity: Float32Array): NameTerms {
  const starts = new Uint32Array(documents.length + 1);
  const all: number[] = [];
  const isInName = new Uint8Array(rarity.length);
  /** What the terms of one name are worth together. */
  const worths = new Float64Array(documents.length);
  for (let number = 0; number < documents.length; number++) {
    const { terms, ends } = documents[number] as IndexedDocument;
    for (let position = 0; position < (ends[0] as number); position++) {
      const term = terms[position] as number;
      if (terms.indexOf(term) < position) continue;
      all.push(term);
      isInName[term] = 1;
      worths[number] = (worths[number] as number) + (rarity[term] as number);
    }
    starts[number + 1] = all.length;
  }
  const terms = Uint32Array.from(all);
  return {
    has: (term) => isInName[term] === 1,
    coverage(document, weights) {
      const end = starts[document + 1] as number;
      let covered = 0;
      for (let position = starts[document] as number; position < end; position++) {
        const term = terms[position] as number;
        covered += (rarity[term] as number) * (weights[term] as number);
      }
      return covered === 0 ? 0 : (covered * covered) / (worths[document] as number);
    },
  };
}
