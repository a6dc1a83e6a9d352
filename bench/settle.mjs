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

/** What settling costs, in multiples of one validation of the right call by Ajv alone. */
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
  const isWithinLimits = rows.every(({ times, limit }) => times <= limit);
  return { bench: "settle", valid, malformed: Math.max(...others), isWithinLimits };
}
