// Writes docs/errors.md from the table of error codes in packages/contract. With `--check` it only says whether the page is
// up to date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tsImport } from "tsx/esm/api";
import { root } from "./workspace.mjs";

const source = "packages/contract/src/error-codes.ts";
const { errorCodes } = await tsImport(`../${source}`, import.meta.url);

const rows = Object.entries(errorCodes).map(
  ([code, { meaning, retryable, next, rpc, http }]) =>
    `| \`${code}\` | ${cell(meaning)} | ${retryable ? "yes" : "no"} | ${cell(next)} | ${rpc} | ${http} |`,
);
const page = `<!-- Written by scripts/errors-doc.mjs from ${source}. Do not edit. -->

# Errors

Every failure is a \`ToolError\` with one of these codes. Its message says what happened and with which value, its \`hint\`
what to do next: the advice below, where whoever threw it did not know better. A call that fails comes back as a result
with \`isError\`, whose \`_meta["agent-tools/error"]\` holds the code, message, hint and \`retryable\`. The last two columns are
for where a failure has to be an error of JSON-RPC, or an HTTP status.

| code | what happened | same call may succeed later | what to do next | JSON-RPC | HTTP |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;

const file = join(root, "docs/errors.md");
if (existsSync(file) && readFileSync(file, "utf8") === page) process.exit(0);
if (process.argv.includes("--check")) {
  console.error("docs/errors.md is out of date. Run: node scripts/errors-doc.mjs");
  process.exit(1);
}
writeFileSync(file, page);

/** A text in a cell of a Markdown table. */
function cell(text) {
  return text.replaceAll("|", "\\|");
}
