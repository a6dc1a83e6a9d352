// Malformed calls, through the whole facade: each is put right and reaches the tool, or is refused with what to do.
// --data names a file of cases; the tools are in fixtures/bad-args.tools.json beside it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { localCaller } from "@agent-tools/contract";
import { createRuntime, expose } from "@agent-tools/runtime";
import { readCases, table } from "./measure.mjs";

export async function run({ data }) {
  if (data === undefined) throw new Error("Give the file of cases: --data FILE.");
  const schemas = JSON.parse(readFileSync(join(dirname(data), "fixtures", "bad-args.tools.json"), "utf8"));
  const cases = readCases(data);
  const byCategory = new Map();
  const failed = [];
  for (const given of cases) {
    const fault = await faultOf(given, schemas);
    if (fault !== undefined) failed.push(given.id);
    if (fault !== undefined) console.log(`${given.id}: ${fault}`);
    const row = byCategory.get(given.category) ?? { category: given.category, cases: 0, passed: 0 };
    row.cases += 1;
    row.passed += fault === undefined ? 1 : 0;
    byCategory.set(given.category, row);
  }
  table([...byCategory.values()]);
  return { bench: "bad-args", passed: cases.length - failed.length, total: cases.length, failed };
}

async function faultOf({ input, expect }, schemas) {
  const answer = await answerOf(input, schemas);
  const wanted = [expect, ...(expect.alternative === undefined ? [] : [expect.alternative])];
  const faults = wanted.map((each) => mismatch(answer, each));
  return faults.includes(undefined) ? undefined : faults[0];
}

/** What became of the call: what reached the tool, or what the model was told. */
async function answerOf(input, schemas) {
  const calls = [];
  const tools = Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema }));
  const changes = [];
  const runtime = await createRuntime({
    plugins: [
      {
        name: "GitHub",
        prefix: "github",
        requireConfirm: false,
        adapter: { listTools: () => ({ tools }), call: (name, args) => calls.push({ name, args }) },
      },
    ],
    observers: [{ record: (event) => changes.push(...event.changes) }],
  });
  const result = await expose(runtime, "per-plugin").callTool("agent_tools_github_call", input, {
    caller: localCaller(),
  });
  await runtime.close();
  const error = result._meta?.["agent-tools/error"];
  return { call: calls[0], changes, error, text: result.content.map(({ text }) => text).join("\n") };
}

function mismatch({ call, changes, error, text }, expected) {
  if (expected.outcome === "error") {
    if (call) return `reached ${call.name}, and should have been refused`;
    const isUnknown = expected.code === "UNKNOWN_TOOL";
    if (error?.code !== (isUnknown ? "unknown_target" : "invalid_arguments")) return `was refused with ${error?.code}`;
    const missing = (expected.mustMention ?? []).filter((word) => !text.includes(word));
    return missing.length > 0 ? `does not mention ${missing.join(", ")}: ${text}` : undefined;
  }
  if (!call) return `was refused: ${text}`;
  if (call.name !== expected.toolName) return `reached ${call.name}, not ${expected.toolName}`;
  const args = withoutDefaults(call.args, changes);
  return isDeepStrictEqual(args, expected.arguments)
    ? undefined
    : `reached the tool with ${JSON.stringify(args)}, not ${JSON.stringify(expected.arguments)}`;
}

/** The cases leave out defaults, which are filled in and recorded. */
function withoutDefaults(args, changes) {
  const copy = structuredClone(args);
  for (const { kind, path } of changes) {
    if (kind !== "fill-default") continue;
    const keys = path
      .slice(1)
      .split("/")
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop();
    delete keys.reduce((value, key) => value[key], copy)[last];
  }
  return copy;
}
