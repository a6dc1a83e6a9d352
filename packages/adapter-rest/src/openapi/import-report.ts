/** What became of one operation. `degraded`: it is a tool, but something had to be left out or guessed. */
export interface OperationReport {
  /** Method and path. */
  readonly operation: string;
  readonly status: "imported" | "degraded" | "skipped";
  /** The tool's name; absent where it was skipped. */
  readonly tool?: string;
  /** Why it is not simply imported. */
  readonly reasons: readonly string[];
}

/** What became of a description. */
export interface ImportReport {
  readonly title: string;
  /** The version of the API itself. */
  readonly apiVersion: string;
  /** The version of the format, `2.0` to `3.2`. */
  readonly format: string;
  readonly imported: number;
  readonly degraded: number;
  readonly skipped: number;
  readonly operations: readonly OperationReport[];
  /** What concerns the whole description. */
  readonly warnings: readonly string[];
}
