import type { Awaitable, Store } from "@agent-tools/contract";
import { type Rule, registerRules, type TestFunction } from "./rule.js";
import { type StoreSubject, storeRules } from "./store-rules.js";

/** How to make the store to prove. */
export interface StoreSubjectOptions {
  /** An empty store that shares nothing with the one before; each rule gets its own, and closes it. */
  readonly create: () => Awaitable<Store>;
  /** Milliseconds to wait for what has to happen by itself, such as an expiry. Default 10,000. */
  readonly patienceMs?: number;
}

/** The store to prove, and the runner to prove it in. */
export interface StoreSuiteOptions extends StoreSubjectOptions {
  /** `test` of vitest or of node:test. */
  readonly test: TestFunction;
  /** Rules that are known not to hold, by id, each with the reason. One that holds after all fails the suite. */
  readonly except?: Readonly<Record<string, string>>;
}

/** Registers one test for each rule that a Store has to keep. */
export function storeSuite(options: StoreSuiteOptions): void {
  const { test, except = {}, patienceMs = 10_000 } = options;
  const run = (rule: Rule<StoreSubject>) => checkStoreRule(rule, options);
  registerRules({ test, rules: storeRules, run, except, timeoutMs: patienceMs * 2 });
}

/** Checks one rule on a store of its own, and closes it. */
export async function checkStoreRule(rule: Rule<StoreSubject>, options: StoreSubjectOptions): Promise<void> {
  const store = await options.create();
  try {
    await rule.check({ store, patienceMs: options.patienceMs ?? 10_000 });
  } finally {
    await store.close?.();
  }
}
