import { test } from "node:test";
import { adapterSuite } from "@agent-tools/testing";
import { wordAdapter } from "./word-adapter.js";

adapterSuite({ test, create: () => wordAdapter(), call: { tool: "count_words", arguments: { text: "two words" } } });
