import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adapterSuite } from "@agent-tools/testing";
import { test } from "vitest";
import { systemAdapter } from "../src/index.js";

const root = mkdtempSync(join(tmpdir(), "system-adapter-"));
writeFileSync(join(root, "hello.txt"), "hello");

adapterSuite({
  test,
  create: (host) =>
    systemAdapter(
      {
        tools: ["time", "echo", "calc", "read_file", "memory_note", "memory_search", "knowledge_search"],
        readFile: { root },
        memory: { scope: "caller" },
        knowledgeSearch: { folders: { notes: root } },
        grants: [{ tool: "memory_*", mode: "allow" }],
      },
      host,
    ),
  call: [
    { tool: "calc", arguments: { expression: "6 * 7" }, answer: { value: 42 } },
    { tool: "read_file", arguments: { path: "hello.txt" }, answer: "hello" },
    { tool: "memory_note", arguments: { text: "Likes tea." } },
  ],
  failingCall: { tool: "read_file", arguments: { path: "../hello.txt" } },
});
