import type { SearchDocument } from "./search-document.js";
import { searchFields } from "./search-fields.js";
import type { SearchHit, SearchIndex, SearchOptions, SearchPage } from "./search-index.js";

/** Turns texts into vectors of one length, in their order. */
export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

/** How vectors are used. */
export interface EmbeddedSearchOptions {
  readonly embed: Embed;
  /** What a cosine of 1 counts beside the best lexical hit, which has 1. Default 0.7. */
  readonly weight?: number;
  /** The most texts in one call of `embed`. Default 64. */
  readonly batchSize?: number;
  /** Told when `embed` has failed and the lexical answer stands alone. */
  readonly onError?: (error: unknown) => void;
}

/** A search index that also compares meanings. */
export interface EmbeddedSearch<Document extends SearchDocument = SearchDocument> {
  /** As in the lexical index. Vectors are made by the next search, and only for texts that are new. */
  update(documents: readonly Document[]): void;
  /**
   * As in the lexical index, with the cosine of query and document added to the score, so that a document may be found
   * that shares no word with the query. Where `embed` fails, the answer is the lexical one.
   */
  search(query: string, options?: SearchOptions<Document>): Promise<SearchPage<Document>>;
}

/** Adds vectors to a lexical index. From then on it is updated through the answer only. */
export function embeddedSearch<Document extends SearchDocument = SearchDocument>(
  index: SearchIndex<Document>,
  { embed, weight = 0.7, batchSize = 64, onError }: EmbeddedSearchOptions,
): EmbeddedSearch<Document> {
  let current: readonly Document[] = [];
  let vectors = new Map<string, readonly number[]>();

  /** The vectors of the current documents, by their text. */
  const currentVectors = async (): Promise<typeof vectors> => {
    const texts = new Set(current.map(textOf));
    const known = new Map([...vectors].filter(([text]) => texts.has(text)));
    const missing = [...texts].filter((text) => !known.has(text));
    for (let start = 0; start < missing.length; start += batchSize) {
      const batch = missing.slice(start, start + batchSize);
      for (const [position, vector] of (await embed(batch)).entries()) known.set(batch[position] as string, vector);
    }
    vectors = known;
    return known;
  };

  return {
    update(documents) {
      index.update(documents);
      current = documents;
    },

    async search(query, options = {}) {
      if (query.trim() === "") return index.search(query, options);
      const documents = current;
      const lexical = index.search(query, { ...options, offset: 0, limit: documents.length });
      const { offset = 0, limit = 10, filter = () => true, tieBreak = () => 0 } = options;
      let known: typeof vectors;
      let asked: readonly number[] | undefined;
      try {
        known = await currentVectors();
        [asked] = await embed([query]);
        if (!asked) throw new Error("embed gave no vector for the query.");
      } catch (error) {
        onError?.(error);
        return { ...lexical, hits: lexical.hits.slice(offset, offset + limit) };
      }
      const queryVector = asked;
      const byId = new Map(lexical.hits.map((hit) => [hit.document.id, hit]));
      const hits = documents.filter(filter).map((document): SearchHit<Document> => {
        const similarity = cosine(queryVector, known.get(textOf(document)) ?? []);
        const hit = byId.get(document.id);
        const score = (hit?.score ?? 0) + weight * Math.max(0, similarity);
        return { isExact: false, ...hit, document, score };
      });
      hits.sort(
        (one, other) =>
          Number(other.isExact) - Number(one.isExact) ||
          other.score - one.score ||
          tieBreak(one.document) - tieBreak(other.document),
      );
      const best = Math.max(...hits.map((hit) => hit.score)) || 1;
      const page = hits.slice(offset, offset + limit).map((hit) => ({ ...hit, score: hit.score / best }));
      return { ...lexical, total: hits.length, hits: page };
    },
  };
}

/** What is said about a document, without its parameters: they drown the meaning. */
function textOf(document: SearchDocument): string {
  const fields = searchFields.filter((field) => field.name !== "parameters");
  return fields
    .map((field) => field.textOf(document))
    .filter(Boolean)
    .join("\n");
}

function cosine(one: readonly number[], other: readonly number[]): number {
  let product = 0;
  let oneSquare = 0;
  let otherSquare = 0;
  for (const [position, value] of one.entries()) {
    const opposite = other[position] ?? 0;
    product += value * opposite;
    oneSquare += value * value;
    otherSquare += opposite * opposite;
  }
  return oneSquare * otherSquare === 0 ? 0 : product / Math.sqrt(oneSquare * otherSquare);
}
