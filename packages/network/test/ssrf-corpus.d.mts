import type * as product from "../src/index.js";

export interface SsrfCase {
  readonly id: string;
  readonly category: string;
}
export interface SsrfRow {
  readonly id: string;
  readonly category: string;
  readonly policy: string;
  readonly client: string;
  readonly isRight: boolean;
  readonly problem: string | undefined;
}
export function runSsrfCorpus(cases: readonly SsrfCase[], tested: typeof product): Promise<SsrfRow[]>;
