import type * as product from "../src/index.js";

export interface CliCase {
  readonly id: string;
  readonly category: string;
}
export interface CliRow extends CliCase {
  readonly problem: string | undefined;
}
export function runCliCorpus(
  cases: readonly CliCase[],
  world: { readonly specs: unknown; readonly product: typeof product; readonly readme: string },
): Promise<CliRow[]>;
export function isAlive(pid: number | string): boolean;
