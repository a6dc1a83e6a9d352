export type {
  AdapterSubject,
  AdapterSubjectOptions,
  CountedContext,
  ExampleCall,
  SettledWork,
} from "./adapter-subject.js";
export { type AdapterSuiteOptions, adapterRules, adapterSuite } from "./adapter-suite.js";
export {
  type Discoverability,
  type DiscoverabilityOptions,
  discoverability,
  type GoldenQuery,
} from "./discoverability.js";
export { type DurableStoreSubject, durableStoreRules, type RunningWriter } from "./durable-store-rules.js";
export { type DurableStoreOptions, type DurableStoreSuiteOptions, durableStoreSuite } from "./durable-store-suite.js";
export { type RecordAdapterOptions, recordAdapter } from "./record-adapter.js";
export type { RecordedCall, RecordedError, Recording } from "./recording.js";
export { replayAdapter } from "./replay-adapter.js";
export type { Rule, SkippableContext, TestFunction } from "./rule.js";
export { type StoreSubject, storeRules } from "./store-rules.js";
export { type StoreSubjectOptions, type StoreSuiteOptions, storeSuite } from "./store-suite.js";
export type { Acknowledged } from "./store-writer.js";
export { type TestCallOptions, type TestRuntime, type TestRuntimeOptions, testRuntime } from "./test-runtime.js";
