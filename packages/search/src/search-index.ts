import { ToolError } from "@agent-tools/contract";
import { createExactNames, type ExactNames } from "./exact-names.js";
import { allFieldLanguages, type FieldLanguage, foreignTermsOf } from "./foreign-terms.js";
import { createKnownPieces, type KnownPieces } from "./known-pieces.js";
import { createLookups, type LookupsOf } from "./lookups.js";
import { createMatcher, type Matcher } from "./matching.js";
import { createNameTerms } from "./name-terms.js";
import { createPostings, createVocabulary, type IndexedDocument, type Postings } from "./postings.js";
import { createQueryReader, type QueryClause, type QueryReader } from "./query.js";
import { createQueryUnits } from "./query-units.js";
import { createRanker, type Ranker } from "./ranking.js";
import { type Reason, reasonsOf } from "./reasons.js";
import type { SearchDocument } from "./search-document.js";
import { searchFields } from "./search-fields.js";
import { suggestQuery } from "./suggestion.js";

/** What to search for beside the query. */
export interface SearchOptions<Document extends SearchDocument = SearchDocument> {
  /** The most hits on one page. Default 10. */
  readonly limit?: number;
  /** How many hits to pass over first. Default 0. */
  readonly offset?: number;
  /** Only documents for which it is true are hits, and only they are counted. */
  readonly filter?: (document: Document) => boolean;
  /** Between documents of one score the lower number comes first, then the order given to `update`. */
  readonly tieBreak?: (document: Document) => number;
  /** Tell for each hit why it matched. Default false. */
  readonly withReasons?: boolean;
}

/** One hit. */
export interface SearchHit<Document extends SearchDocument = SearchDocument> {
  /** The very object that was given to `update`. */
  readonly document: Document;
  /** 0 to 1: beside the best hit of this answer, which has 1. An empty query gives 0. */
  readonly score: number;
  /** The query is its name. */
  readonly isExact: boolean;
  /** Only where they were asked for. */
  readonly reasons?: readonly Reason[];
}

/** One page of hits, best first. */
export interface SearchPage<Document extends SearchDocument = SearchDocument> {
  /** How many documents match in all. */
  readonly total: number;
  readonly hits: readonly SearchHit<Document>[];
  /** The query as it was probably meant, where it is English and no document has a word of it but one slip away from it. */
  readonly suggestion?: string;
}

/** An index over tools and skills. */
export interface SearchIndex<Document extends SearchDocument = SearchDocument> {
  /**
   * Makes these the documents of the index, in this order; what has not changed is not read again. Throws
   * `invalid_configuration` where two have one id.
   */
  update(documents: readonly Document[]): void;
  /**
   * The documents that match any word of the query, best first; those whose name is the query always lead. An empty
   * query lists every document in the order given. The same documents and query give the same answer, however the
   * index came to hold them.
   */
  search(query: string, options?: SearchOptions<Document>): SearchPage<Document>;
}

/** What is worked out anew when the documents have changed. */
interface Layout {
  readonly postings: Postings;
  readonly pieces: KnownPieces;
  readonly readQuery: QueryReader;
  readonly lookupsOf: LookupsOf;
  readonly matcher: Matcher;
  readonly rank: Ranker;
  readonly names: ExactNames;
}

interface Entry<Document> {
  readonly document: Document;
  readonly indexed: IndexedDocument;
}

/** After so many documents more than there are, the words of those that have gone are let go as well. */
const mostRetired = 1_000;

/** How an index is made. */
export interface SearchIndexOptions {
  /** The languages, beside English, whose field terms a query may use. Default all there are. */
  readonly languages?: readonly FieldLanguage[];
}

/** An empty index. It works on English, and on what documents and their keywords say in any language. */
export function createSearchIndex<Document extends SearchDocument = SearchDocument>({
  languages = allFieldLanguages,
}: SearchIndexOptions = {}): SearchIndex<Document> {
  const foreign = foreignTermsOf(languages);
  let vocabulary = createVocabulary(foreign);
  let entries: readonly Entry<Document>[] = [];
  let byId = new Map<string, Entry<Document>>();
  let layout: Layout | undefined;
  let retired = 0;

  const layOut = (): Layout => {
    const documents = entries.map((entry) => entry.indexed);
    const postings = createPostings(documents, vocabulary);
    const units = createQueryUnits();
    const lookupsOf = createLookups(postings);
    const nameTerms = createNameTerms(documents, postings.rarity);
    const matcher = createMatcher(postings, lookupsOf, nameTerms);
    return {
      postings,
      pieces: createKnownPieces(postings, units),
      readQuery: createQueryReader(postings, units, foreign),
      lookupsOf,
      matcher,
      rank: createRanker(documents, postings, nameTerms, matcher),
      names: createExactNames(entries.map((entry) => entry.document)),
    };
  };

  return {
    update(documents) {
      const isSpent = retired > mostRetired + documents.length;
      if (isSpent) {
        vocabulary = createVocabulary(foreign);
        retired = 0;
      }
      const next: typeof byId = new Map();
      for (const document of documents) {
        if (next.has(document.id)) {
          throw new ToolError("invalid_configuration", `Two documents have the id "${document.id}". Ids are unique.`);
        }
        const known = isSpent ? undefined : byId.get(document.id);
        const isSame = known && isIndexedAlike(known.document, document);
        next.set(document.id, { document, indexed: isSame ? known.indexed : vocabulary.index(document) });
      }
      for (const [id, { indexed }] of byId) if (next.get(id)?.indexed !== indexed) retired++;
      byId = next;
      entries = [...next.values()];
      layout = undefined;
    },

    search(query, { limit = 10, offset = 0, filter, tieBreak, withReasons = false } = {}) {
      const documentOf = (number: number): Document => (entries[number] as Entry<Document>).document;
      const isWanted = filter && ((number: number): boolean => filter(documentOf(number)));
      if (query.trim() === "") {
        const all = isWanted ? [...entries.keys()].filter(isWanted) : [...entries.keys()];
        const hits = all
          .slice(offset, offset + limit)
          .map((number) => ({ document: documentOf(number), score: 0, isExact: false }));
        return { total: all.length, hits };
      }
      layout ??= layOut();
      const { postings, pieces: known, readQuery, lookupsOf, matcher, rank, names } = layout;
      if (known.isFull()) {
        known.forget();
        matcher.forget();
      }
      const pieces = known.of(query);
      const clauses = readQuery(pieces);
      const { best, total } = rank(clauses, {
        first: names.named(query, pieces),
        count: offset + limit,
        isWanted,
        tieBreak: tieBreak && ((number: number): number => tieBreak(documentOf(number))),
      });
      const hits: SearchHit<Document>[] = [];
      for (const { number, score, isFirst } of best.slice(offset, offset + limit)) {
        const { document, indexed } = entries[number] as Entry<Document>;
        const hit = { document, score, isExact: isFirst };
        hits.push(withReasons ? { ...hit, reasons: reasonsOf(clauses, indexed, lookupsOf, vocabulary) } : hit);
      }
      if (isForeign(clauses)) return { total, hits };
      const suggestion = suggestQuery(query, pieces, known, postings, vocabulary.spellings);
      return suggestion === undefined ? { total, hits } : { total, hits, suggestion };
    },
  };
}

function isForeign(clauses: readonly QueryClause[]): boolean {
  for (const { units } of clauses) for (const { english } of units) if (english !== undefined) return true;
  return false;
}

function isIndexedAlike(one: SearchDocument, other: SearchDocument): boolean {
  return one === other || searchFields.every((field) => field.textOf(one) === field.textOf(other));
}
