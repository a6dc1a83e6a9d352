import type { SearchDocument } from "./search-document.js";

/** One searched part of a document. */
export interface SearchField {
  readonly name: "name" | "title" | "keywords" | "server" | "description" | "parameters";
  /** How much one occurrence counts. */
  readonly weight: number;
  /** How much two words of the query count where they stand side by side in it. */
  readonly pairWeight: number;
  /** Fields of one group share their length, against which occurrences are weighed. */
  readonly group: keyof typeof fieldGroups;
  readonly textOf: (document: SearchDocument) => string;
}

/** For each group: the usual length in terms, and how far a longer text counts less (BM25's b). */
export const fieldGroups = {
  name: { usualLength: 3, lengthPenalty: 0.3 },
  server: { usualLength: 2, lengthPenalty: 0.3 },
  description: { usualLength: 20, lengthPenalty: 0.5 },
  parameters: { usualLength: 20, lengthPenalty: 0.7 },
} as const;

/** Every field, and what it is worth. The name is first: ranking asks how much of it a query covers. */
export const searchFields: readonly SearchField[] = [
  { name: "name", weight: 3, pairWeight: 1, group: "name", textOf: ({ name }) => name },
  { name: "title", weight: 2, pairWeight: 0.7, group: "description", textOf: ({ title = "" }) => title },
  {
    name: "keywords",
    weight: 2.5,
    pairWeight: 0.7,
    group: "server",
    textOf: ({ keywords = [] }) => keywords.join(" . "),
  },
  {
    name: "server",
    weight: 1.5,
    pairWeight: 0,
    group: "server",
    textOf: ({ plugin, server, tags = [] }) => [...new Set([plugin, server ?? plugin, ...tags])].join(" "),
  },
  {
    name: "description",
    weight: 2,
    pairWeight: 0.7,
    group: "description",
    textOf: ({ description = "" }) => description.slice(0, leadLength(description)),
  },
  {
    name: "description",
    weight: 1,
    pairWeight: 0.7,
    group: "description",
    textOf: ({ description = "" }) => description.slice(leadLength(description)),
  },
  {
    name: "parameters",
    weight: 1,
    pairWeight: 0.3,
    group: "parameters",
    textOf: ({ parameters = [] }) =>
      parameters.map(({ name, description = "" }) => `${name} ${description}`).join(" . "),
  },
];

/** The first sentence says what a tool is for; what follows are conditions and notes. */
function leadLength(description: string): number {
  const end = /[.!?](?:\s|$)|[。！？\n]/.exec(description);
  return end ? end.index + 1 : description.length;
}
