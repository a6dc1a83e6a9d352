import { test } from "node:test";
import { memoryStore } from "@agent-tools/contract";
import { storeSuite } from "@agent-tools/testing";

storeSuite({ test, create: () => memoryStore() });
