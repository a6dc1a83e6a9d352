import type { LookupsOf } from "./lookups.js";
import type { IndexedDocument, Vocabulary } from "./postings.js";
import type { QueryClause } from "./query.js";
import { type SearchField, searchFields } from "./search-fields.js";

/** Why a document matched: a word or phrase of the query, what it was found as, and where. */
export interface Reason {
  readonly asked: string;
  /** The words of the document, which may be a synonym or the right spelling. */
  readonly found: string;
  readonly fields: readonly SearchField["name"][];
}

/** For each word or phrase of the query that is in the document, its closest match. */
export function reasonsOf(
  clauses: readonly QueryClause[],
  document: IndexedDocument,
  lookupsOf: LookupsOf,
  { spellings }: Vocabulary,
): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  for (const unit of clauses.flatMap((clause) => clause.units)) {
    const matches = lookupsOf(unit).filter(({ terms }) => terms.every((term) => document.terms.includes(term)));
    const [closest] = matches.sort((a, b) => b.weight - a.weight);
    if (!closest || reasons.has(unit.key)) continue;
    reasons.set(unit.key, {
      asked: unit.text,
      found: closest.terms.map((term) => spellings[term]).join(" "),
      fields: fieldsOf(document, closest.terms),
    });
  }
  return [...reasons.values()];
}

function fieldsOf({ terms, ends }: IndexedDocument, wanted: readonly number[]): Reason["fields"] {
  const fields = searchFields.filter((_, field) => {
    const own = terms.subarray(ends[field - 1] ?? 0, ends[field]);
    return wanted.some((term) => own.includes(term));
  });
  return [...new Set(fields.map((field) => field.name))];
}
