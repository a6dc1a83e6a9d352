import type { ResultBudget } from "../results/fit.js";

/** How an exposure shows a runtime, beside which tools it lists. */
export interface ExposeOptions {
  /** How much of a result one answer may hold. */
  readonly budget?: ResultBudget;
  /** `split`: beside each `call` stands one that runs only what reads, so that a client can approve reading for good. */
  readonly verbs?: "one" | "split";
  /** Pass-through: the prefix of the plugin to show. Default: the only one. */
  readonly plugin?: string;
  /** Pass-through: `person` asks one before a call that changes things. Default `none`, since clients ask by themselves. */
  readonly confirm?: "none" | "person";
}
