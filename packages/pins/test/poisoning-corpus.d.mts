import type * as product from "../src/index.js";

export interface PoisoningCase {
  readonly id: string;
  readonly kind: "definition" | "diff";
  readonly label: "benign" | "poisoned";
}
export interface PoisoningRow extends PoisoningCase {
  readonly isRight: boolean;
  /** Of a definition: what it should have been called and was not. */
  readonly unnamed?: readonly string[];
  /** Of a change: how bad it is, and how bad it should be. */
  readonly severity?: string;
  readonly expected?: string;
  readonly seen: string;
}
export function readCases(file: string | URL): readonly PoisoningCase[];
export function runPoisoningCorpus(cases: readonly PoisoningCase[], tested: typeof product): readonly PoisoningRow[];
