/** Something in the configuration that was left out so that the rest could live: where it is, and what to do. */
export interface Problem {
  /** The plugin's prefix or name, the server, or the file. */
  readonly source: string;
  /** The field inside the source, where one is at fault. */
  readonly field?: string;
  /** What is wrong and what to do, in one sentence or two. */
  readonly message: string;
}
