/** A JSON Schema (2020-12 unless `$schema` says otherwise): an object of keywords, or `true` / `false`. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** Hints about a tool's behaviour (MCP 2025-11-25, ToolAnnotations). They are claims of whoever wrote the definition. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
  readonly [kept: string]: unknown;
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
  readonly [kept: string]: unknown;
}
