export type { Reason } from "./reasons.js";
export type { SearchDocument, SearchParameter } from "./search-document.js";
export {
  createSearchIndex,
  type SearchHit,
  type SearchIndex,
  type SearchOptions,
  type SearchPage,
} from "./search-index.js";
