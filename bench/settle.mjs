import { randomBytes } from "node:crypto";
import { localCaller } from "@agent-tools/contract";
import { createRuntime, expose } from "@agent-tools/runtime";
import { settle } from "@agent-tools/schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ratio, round, table } from "./measure.mjs";

/** A tool of ten fields, as they come: text, numbers, an enumeration, a date, lists, an object. */
const schema = {
  type: "object",
  properties: {
    owner: { type: "string", minLength: 1 },
    repo: { type: "string", pattern: "^[\\w.-]+$" },
    title: { type: "string", maxLength: 200 },
    issueNumber: { type: "integer", minimum: 1 },
    priority: { enum: ["low", "normal", "high"] },
    dueDate: { type: "string", format: "date" },
    draft: { type: "boolean", default: false },
    labels: { type: "array", items: { type: "string" }, maxItems: 20 },
    assignee: { type: ["string", "null"] },
    position: {
      type: "object",
      properties: { line: { type: "integer" }, column: { type: "integer" } },
      required: ["line"],
      additionalProperties: false,
    },
  },
  required: ["owner", "repo", "title", "issueNumber"],
  additionalProperties: false,
};

const right = {
  owner: "acme",
  repo: "web",
  title: "The button does nothing",
  issueNumber: 42,
  priority: "high",
  dueDate: "2026-12-01",
  draft: false,
  labels: ["bug", "ui"],
  assignee: "kim",
  position: { line: 7, column: 3 },
};

const { issueNumber: _, ...unnumbered } = right;
const malformed = {
  "number as text": { ...right, issueNumber: "42" },
  "boolean as text": { ...right, draft: "false" },
  "one value for a list": { ...right, labels: "bug" },
  "null for an absent property": { ...right, dueDate: null },
  "name in another case": { ...unnumbered, issue_number: 42 },
  "enumeration in capitals": { ...right, priority: "HIGH" },
  "object as JSON text": { ...right, position: JSON.stringify(right.position) },
  "arguments in arguments": { arguments: right },
  "arguments as JSON text": JSON.stringify(right),
  "three slips at once": { ...unnumbered, issue_number: "42", draft: "true", labels: "bug" },
};

/** A list as services answer with it, of about 2.5 MB as JSON. */
const issues = Array.from({ length: 13_000 }, (_, id) => ({
  id,
  state: id % 3 === 0 ? "open" : "closed",
  title: `Issue number ${id}: the button does nothing`,
  labels: ["bug", "ui"],
  author: { login: `someone-${id % 100}`, isMember: id % 2 === 0 },
  body: "It does not work as it should.",
}));
const line = "2026-01-02T03:04:05Z INFO worker 7 processed GET https://example.com/a/b?c=d in 12 ms\n";
const textOf = (text) => [{ type: "text", text }];

/** Results of 5 MB, in the ways in which they come. */
const results = {
  "list, also as text": { content: textOf(JSON.stringify(issues)), structuredContent: issues },
  "list as text alone": { content: textOf(JSON.stringify([...issues, ...issues])) },
  "log of many lines": { content: textOf(line.repeat(Math.ceil(5_000_000 / line.length))) },
  "text without ASCII": { content: textOf("これは長い文章です。".repeat(167_000)) },
  "base64 in one piece": { content: textOf("QWdlbnQgVG9vbHM+/".repeat(295_000)) },
};

/** What settling costs, in multiples of one validation of the right call by Ajv alone; and then large results. */
export async function run() {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  const measured = async (name, value, limit) => {
    const settled = settle(schema, value);
    if (settled.error || !validate(settled.value)) throw new Error(`${name}: ${settled.error?.message}`);
    const {
      a,
      b,
      ratio: times,
    } = await ratio(
      () => settle(schema, value),
      () => validate(settled.value),
      { iterations: 20_000 },
    );
    return { call: name, "settle µs": a, "Ajv µs": b, times, limit };
  };
  const rows = [await measured("valid", right, 1.5)];
  for (const [name, value] of Object.entries(malformed)) rows.push(await measured(name, value, 20));
  table(rows);
  const [valid, ...others] = rows.map(({ times }) => round(times));
  const large = await largeResults();
  table(large);
  const isWithinLimits =
    rows.every(({ times, limit }) => times <= limit) && large.every((row) => row["protect and fit"] <= RESULT_LIMIT);
  return {
    bench: "settle",
    valid,
    malformed: Math.max(...others),
    largeResult: round(Math.max(...large.map((row) => row["protect and fit"]))),
    receipt: round(Math.max(...large.map((row) => row.receipt))),
    isWithinLimits,
  };
}

const SECRETS = 20;
const RESULT_LIMIT = 6;

/**
 * What a large result costs on its way to the client, in multiples of one JSON.stringify of it: all of it, what its receipt
 * has of that (a digest of the whole), and the rest, which is the path, scrubbing and fitting.
 */
async function largeResults() {
  const names = Array.from({ length: SECRETS }, (_, index) => `TOKEN_${index}`);
  const secrets = new Map(names.map((name) => [name, `ghp_${randomBytes(18).toString("base64url")}`]));
  const kinds = Object.keys(results);
  const adapter = {
    listTools: () => ({ tools: kinds.map((_, index) => ({ name: `tool_${index}` })) }),
    async call(name, _args, context) {
      await Promise.all(names.map((each) => context.secrets.get(each)));
      return results[kinds[Number(name.slice("tool_".length))]];
    },
  };
  const plugin = { name: "Bench", prefix: "bench", requireConfirm: false, secrets: names, adapter };
  const runtime = await createRuntime({
    plugins: [plugin],
    secrets: { isPerCaller: false, get: (name) => secrets.get(name) },
  });
  const exposure = expose(runtime, "compact");
  const caller = localCaller();
  const measured = [];
  for (const [index, kind] of kinds.entries()) {
    const result = results[kind];
    const tool = `tool_${index}`;
    const call = () => runtime.call({ target: { plugin: "bench", tool } }, caller);
    const shown = () => exposure.callTool("call", { plugin: "bench", toolName: tool }, { caller });
    const answer = await shown();
    if (answer.isError || !JSON.stringify(answer).includes("handle")) throw new Error(`${kind}: was not cut.`);
    const times = async (work) => (await ratio(work, () => JSON.stringify(result), { iterations: 1, rounds: 7 })).ratio;
    const protect = await times(call);
    const receipt = (await times(async () => (await call()).receipt)) - protect;
    const whole = await times(shown);
    measured.push({
      result: kind,
      MB: Buffer.byteLength(JSON.stringify(result)) / 1e6,
      protect,
      "protect and fit": whole - receipt,
      receipt,
      whole,
      limit: RESULT_LIMIT,
    });
  }
  await runtime.close();
  return measured;
}
