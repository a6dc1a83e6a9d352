import { readFileSync } from "node:fs";
import { type Change, type JsonObject, type Schema, ToolError } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { type CallForm, type CallTarget, matchName, type SettledCall, settleCall } from "../src/index.js";

interface Expectation {
  readonly outcome: "call" | "error";
  readonly toolName?: string;
  readonly arguments?: JsonObject;
  readonly code?: string;
  readonly mustMention?: readonly string[];
}

interface Case {
  readonly id: string;
  readonly why: string;
  readonly input: unknown;
  readonly expect: Expectation & { readonly alternative?: Expectation };
}

const corpus = (name: string) => readFileSync(new URL(`corpus/${name}`, import.meta.url), "utf8");
const schemas = JSON.parse(corpus("bad-args.tools.json")) as Record<string, Schema>;
const cases = corpus("bad-args.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

const targets = Object.entries(schemas).map(([name, schema]) => ({ name, schema, qualifiers: ["github"] }));

const form: CallForm<CallTarget> = {
  fields: { confirm: { type: "boolean" } },
  find(name) {
    const match = matchName(name, targets);
    if ("target" in match) return match.target;
    throw new ToolError("unknown_target", `There is no tool ${JSON.stringify(name)}.`);
  },
};

describe("bad-args: a call is settled, or refused with what to do", () => {
  test.each(cases)("$id: $why", async ({ input, expect: expected }) => {
    const settled = await settleCall(input, form);
    const { alternative } = expected;
    const isAlternative = alternative !== undefined && (settled.error ? "error" : "call") !== expected.outcome;
    judge(settled, isAlternative ? alternative : expected);
    expect({}).not.toHaveProperty("admin");
  });
});

function judge(settled: SettledCall<CallTarget>, expected: Expectation): void {
  if (expected.outcome === "error") {
    expect(settled.error?.code).toBe(expected.code === "UNKNOWN_TOOL" ? "unknown_target" : "invalid_arguments");
    for (const word of expected.mustMention ?? []) expect(settled.error?.message).toContain(word);
    return;
  }
  if (settled.error) throw settled.error;
  expect(settled.target.name).toBe(expected.toolName);
  expect(withoutDefaults(settled.arguments, settled.changes)).toEqual(expected.arguments);
}

/** The corpus leaves out the defaults, which are filled in and recorded. */
function withoutDefaults(args: JsonObject, changes: readonly Change[]): JsonObject {
  const filled = changes.filter(({ kind }) => kind === "fill-default").map(({ path }) => path.slice(1));
  return Object.fromEntries(Object.entries(args).filter(([key]) => !filled.includes(key)));
}
