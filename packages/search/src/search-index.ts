import { ToolError } from "@agent-tools/contract";
import MiniSearch from "minisearch";
import type { SearchDocument } from "./search-document.js";
import { textTerms } from "./text-terms.js";

/** What to search for beside the query. */
export interface SearchOptions<Document extends SearchDocument = SearchDocument> {
  /** The most hits on one page. Default 10. */
  readonly limit?: number;
  /** How many hits to pass over first. Default 0. */
  readonly offset?: number;
  /** Only documents for which it is true are hits, and only they are counted. */
  readonly filter?: (document: Document) => boolean;
}

/** One hit. Scores compare within one answer only. */
export interface SearchHit<Document extends SearchDocument = SearchDocument> {
  readonly document: Document;
  readonly score: number;
}

/** One page of hits, best first. */
export interface SearchPage<Document extends SearchDocument = SearchDocument> {
  /** How many documents match in all. */
  readonly total: number;
  readonly hits: readonly SearchHit<Document>[];
  /** The query as it was probably meant, where a word of it is unknown to every document. */
  readonly suggestion?: string;
}

/** An index over tools and skills. */
export interface SearchIndex<Document extends SearchDocument = SearchDocument> {
  /**
   * Makes these the documents of the index, in this order; what has not changed is not indexed again. Throws
   * `invalid_configuration` where two have one id.
   */
  update(documents: readonly Document[]): void;
  /**
   * The documents that match any word of the query, best first; the one whose name is the query always leads. An empty
   * query lists every document in the order given. The same documents and query give the same answer.
   */
  search(query: string, options?: SearchOptions<Document>): SearchPage<Document>;
}

/** An empty index. */
export function createSearchIndex<Document extends SearchDocument = SearchDocument>(): SearchIndex<Document> {
  const index = new MiniSearch<Document>({
    fields: ["name", "server", "description", "parameters"],
    extractField: (document, field) => {
      if (field === "id") return document.id;
      if (field === "name") return [document.name, document.title, ...(document.keywords ?? [])].join(" ");
      if (field === "server") return [document.server ?? document.plugin, ...(document.tags ?? [])].join(" ");
      if (field === "description") return document.description ?? "";
      return (document.parameters ?? []).map(({ name, description = "" }) => `${name} ${description}`).join(" ");
    },
    tokenize: textTerms,
    processTerm: (term) => term,
    searchOptions: { boost: { name: 3, server: 1.5, description: 2, parameters: 0.5 } },
  });
  let byId = new Map<string, { document: Document; digest: string; position: number }>();

  return {
    update(documents) {
      const next: typeof byId = new Map();
      for (const [position, document] of documents.entries()) {
        if (next.has(document.id)) {
          throw new ToolError("invalid_configuration", `Two documents have the id "${document.id}". Ids are unique.`);
        }
        next.set(document.id, { document, digest: contentOf(document), position });
      }
      for (const [id, { document, digest }] of byId) if (next.get(id)?.digest !== digest) index.remove(document);
      for (const [id, { document, digest }] of next) if (byId.get(id)?.digest !== digest) index.add(document);
      byId = next;
    },

    search(query, { limit = 10, offset = 0, filter = () => true } = {}) {
      const wanted = query.trim();
      if (wanted === "") {
        const all = [...byId.values()].filter(({ document }) => filter(document));
        return page(all, (entry) => ({ document: entry.document, score: 0 }));
      }
      const matches = index.search(wanted).flatMap((match) => {
        const entry = byId.get(match.id as string);
        if (!entry || !filter(entry.document)) return [];
        const isExact = namesOf(entry.document).includes(wanted.toLowerCase());
        return [{ ...entry, score: match.score, isExact }];
      });
      matches.sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score || a.position - b.position);
      return page(matches, ({ document, score }) => ({ document, score }));

      function page<T>(all: readonly T[], hit: (item: T) => SearchHit<Document>): SearchPage<Document> {
        return { total: all.length, hits: all.slice(offset, offset + limit).map(hit) };
      }
    },
  };
}

/** The spellings that name a document exactly. */
function namesOf({ name, plugin }: SearchDocument): readonly string[] {
  return [name, `${plugin}:${name}`, `${plugin}__${name}`].map((spelling) => spelling.toLowerCase());
}

/** Equal for documents that are indexed the same. */
function contentOf(document: SearchDocument): string {
  const { name, title, description, parameters, server, plugin, tags, keywords } = document;
  return JSON.stringify([name, title, description, parameters, server, plugin, tags, keywords]);
}
