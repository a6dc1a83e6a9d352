// #region search

import { type CliCommand, cliAdapter, commandLine } from "@agent-tools/adapter-cli";
import { standaloneContext } from "@agent-tools/contract";

const searchFiles: CliCommand = {
  description: "The lines that match a basic regular expression, with file and line number.",
  command: "git",
  arguments: [
    ...["grep", "--no-index", "--line-number"],
    { switch: "--ignore-case", when: "ignoreCase" },
    { option: "--max-depth=", from: "maxDepth" },
    { option: "-e", from: "pattern", mayBeginWithDash: true },
    "--",
    { each: "paths" },
  ],
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string" },
      ignoreCase: { type: "boolean" },
      maxDepth: { type: "integer", minimum: 0, default: 3 },
      paths: { type: "array", items: { type: "string" }, minItems: 1 },
    },
    required: ["pattern", "paths"],
  },
  effect: "read",
  exitCodes: { 1: "success" }, // git grep found nothing
};
const adapter = cliAdapter({ commands: { search_files: searchFiles }, workingDirectory: import.meta.dirname });

const args = { pattern: "--LINE-number", ignoreCase: true, paths: ["search-files.ts"] };
console.log(commandLine(searchFiles, args).join(" ")); // git grep --no-index --line-number --ignore-case …
const { tools } = await adapter.listTools(standaloneContext());
console.log(tools.map(({ name }) => name)); // [ "search_files" ]
console.log(await adapter.call("search_files", args, standaloneContext()));

// #endregion

import assert from "node:assert";

assert.match(
  JSON.stringify(await adapter.call("search_files", args, standaloneContext())),
  /"text":"search-files.ts:\d+:/,
);
assert.equal(commandLine(searchFiles, args).at(-2), "--");
