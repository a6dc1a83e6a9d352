import type * as product from "../src/index.js";

export interface PathCase {
  readonly id: string;
  readonly category: string;
}
export interface PathRow {
  readonly id: string;
  readonly category: string;
  readonly problem: string | undefined;
}
export function runPathCorpus(
  cases: readonly PathCase[],
  options: { readonly tree: unknown; readonly product: typeof product },
): Promise<PathRow[]>;
