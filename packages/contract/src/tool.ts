// The index signatures below are `any` because that is the only one an adapter's own interface, which has none, fits.

/** A JSON Schema (2020-12 unless `$schema` says otherwise): an object of keywords, or `true` / `false`. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Schema = boolean | { readonly [keyword: string]: any };

/** Hints about a tool's behaviour (MCP 2025-11-25, ToolAnnotations). They are claims of whoever wrote the definition. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  readonly [kept: string]: any;
}

/** A tool's definition. A full MCP tool is legal, and every further field is kept as it is. */
export interface Tool {
  /** Unique inside its adapter. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Absent means: any object. */
  readonly inputSchema?: Schema;
  readonly outputSchema?: Schema;
  readonly annotations?: ToolAnnotations;
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  readonly [kept: string]: any;
}
