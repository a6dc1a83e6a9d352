export {
  type Embed,
  type EmbeddedSearch,
  type EmbeddedSearchOptions,
  embeddedSearch,
} from "./embedded-search.js";
export type { FieldLanguage } from "./foreign-terms.js";
export type { Reason } from "./reasons.js";
export type { SearchDocument, SearchParameter } from "./search-document.js";
export {
  createSearchIndex,
  type SearchHit,
  type SearchIndex,
  type SearchIndexOptions,
  type SearchOptions,
  type SearchPage,
} from "./search-index.js";
