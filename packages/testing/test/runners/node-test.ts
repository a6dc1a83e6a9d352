import { test } from "node:test";
import { memoryStore } from "@agent-tools/contract";
import { adapterSuite, storeSuite } from "@agent-tools/testing";
import { healthyAdapter, subjectOptions } from "../healthy-adapter.js";

// Run by adapter-suite.test.ts, to prove that the suites work with Node's own runner as well.
adapterSuite({ test, create: healthyAdapter, ...subjectOptions });
adapterSuite({ test, create: () => ({ ...healthyAdapter(), search: () => ({ matches: [] }) }), ...subjectOptions });
storeSuite({ test, create: memoryStore });
