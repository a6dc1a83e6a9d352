import { abortRules } from "./adapter-rules/abort-rules.js";
import { callRules } from "./adapter-rules/call-rules.js";
import { errorRules } from "./adapter-rules/error-rules.js";
import { lifeRules } from "./adapter-rules/life-rules.js";
import { listRules } from "./adapter-rules/list-rules.js";
import { searchRules } from "./adapter-rules/search-rules.js";
import { secretRules } from "./adapter-rules/secret-rules.js";
import { sourceRules } from "./adapter-rules/source-rules.js";
import { type AdapterSubject, type AdapterSubjectOptions, adapterSubject } from "./adapter-subject.js";
import { type Rule, registerRules, type TestFunction } from "./rule.js";

/** Every rule for adapters. */
export const adapterRules: readonly Rule<AdapterSubject>[] = [
  ...listRules,
  ...callRules,
  ...errorRules,
  ...abortRules,
  ...secretRules,
  ...searchRules,
  ...sourceRules,
  ...lifeRules,
];

/** The adapter to prove, and the runner to prove it in. */
export interface AdapterSuiteOptions extends AdapterSubjectOptions {
  /** `test` of vitest or of node:test. */
  readonly test: TestFunction;
  /** Rules that are known not to hold, by id, each with the reason. One that holds after all fails the suite. */
  readonly except?: Readonly<Record<string, string>>;
}

/**
 * Registers one test for each rule that an adapter has to keep. A rule with nothing to look at (no `search`, no secrets,
 * no `slowCall`) is skipped and says why.
 */
export function adapterSuite(options: AdapterSuiteOptions): void {
  const { test, except, patienceMs = 10_000 } = options;
  registerRules({
    test,
    rules: adapterRules,
    run: (rule) => checkAdapterRule(rule, options),
    except: except ?? {},
    // A rule has several steps; its own words come before the runner's timeout.
    timeoutMs: patienceMs * 10,
  });
}

/** Checks one rule on a subject of its own, and closes what was made. */
export async function checkAdapterRule(rule: Rule<AdapterSubject>, options: AdapterSubjectOptions): Promise<void> {
  const subject = adapterSubject(options);
  try {
    await rule.check(subject);
  } finally {
    // Whether close works has rules of its own.
    await subject.close().catch(() => {});
  }
}
