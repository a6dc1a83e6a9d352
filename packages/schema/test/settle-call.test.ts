import { type Schema, ToolError } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { type CallForm, type CallTarget, matchName, settleCall } from "../src/index.js";

const closed = (properties: Record<string, unknown>, required: string[] = []): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const targets = [
  {
    name: "get_issue",
    schema: closed({ owner: { type: "string" }, number: { type: "integer" } }, ["owner", "number"]),
  },
  { name: "list_all", schema: closed({}) },
  { name: "search", schema: { type: "object", properties: { query: { type: "string" } } } },
  { name: "feed", schema: { type: "object", properties: { input: { type: "string" }, params: { type: "array" } } } },
  { name: "relay", schema: closed({ toolName: { type: "string" }, arguments: { type: "object" } }) },
];

const form: CallForm<CallTarget> = {
  fields: { confirm: { type: "boolean" }, plugin: { type: "string" } },
  find(name) {
    const match = matchName(name, targets);
    if ("target" in match) return match.target;
    throw new ToolError("unknown_target", `There is no tool "${name}".`);
  },
};

const issue = { owner: "acme", number: 42 };

async function outcome(input: unknown): Promise<unknown> {
  const settled = await settleCall(input, form);
  return settled.error ? settled.error.message : [settled.target.name, settled.arguments, settled.fields];
}

describe("R17: a call that is wrapped, renamed or flattened is still the one call that it can be", () => {
  test.each<[string, unknown, unknown]>([
    ["as it should be", { toolName: "get_issue", arguments: issue }, issue],
    ["inside of arguments", { arguments: { toolName: "get_issue", arguments: issue } }, issue],
    ["named on both levels", { toolName: "get_issue", arguments: { toolName: "get_issue", arguments: issue } }, issue],
    ["the name among the arguments", { arguments: { toolName: "get_issue", ...issue } }, issue],
    ["as text", JSON.stringify({ toolName: "get_issue", arguments: issue }), issue],
    ["as text in a fence", `\`\`\`json\n${JSON.stringify({ toolName: "get_issue", arguments: issue })}\n\`\`\``, issue],
    [
      "text inside of text",
      { arguments: JSON.stringify({ toolName: "get_issue", arguments: JSON.stringify(issue) }) },
      issue,
    ],
    ["a list of one", [{ toolName: "get_issue", arguments: issue }], issue],
    [
      "OpenAI's way",
      { type: "function", id: "call_1", function: { name: "get_issue", arguments: JSON.stringify(issue) } },
      issue,
    ],
    ["Anthropic's way", { type: "tool_use", id: "toolu_1", name: "get_issue", input: issue }, issue],
    [
      "MCP's way",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_issue", arguments: issue } },
      issue,
    ],
    ["other words", { tool: "get_issue", args: issue }, issue],
    ["other words beside nothing", { toolName: "get_issue", args: issue, arguments: null }, issue],
    ["without arguments around them", { toolName: "get_issue", ...issue }, issue],
    ["one argument beside the others", { toolName: "get_issue", arguments: { owner: "acme" }, number: 42 }, issue],
    ["the tool's name around them", { toolName: "get_issue", arguments: { get_issue: issue } }, issue],
    ["other words inside", { toolName: "get_issue", arguments: { parameters: { input: issue } } }, issue],
  ])("%s", async (_, input, args) => {
    expect(await outcome(input)).toEqual(["get_issue", args, {}]);
  });

  test("fields beside the arguments keep their place, or find it", async () => {
    const expected = ["get_issue", issue, { confirm: true }];
    expect(await outcome({ toolName: "get_issue", arguments: issue, confirm: "true" })).toEqual(expected);
    expect(await outcome({ arguments: { toolName: "get_issue", arguments: issue }, confirm: true })).toEqual(expected);
    expect(await outcome({ toolName: "get_issue", arguments: { ...issue, confirm: true } })).toEqual(expected);
    expect(await outcome({ toolName: "get_issue", arguments: issue, confirm: "yes" })).toContain("/confirm");
  });

  test("an open schema accepts anything, so a wrapping shows by the names that it declares", async () => {
    expect(await outcome({ toolName: "search", arguments: { arguments: { query: "a" } } })).toEqual([
      "search",
      { query: "a" },
      {},
    ]);
    const kept = { arguments: { other: 1 } };
    expect(await outcome({ toolName: "search", arguments: kept })).toEqual(["search", kept, {}]);
    expect(await outcome({ toolName: "search", arguments: { query: "a" }, thought: "…" })).toContain('"thought"');
  });

  test("what the tool declares is its own, whatever it is called", async () => {
    const relayed = { toolName: "x", arguments: { arguments: {} } };
    expect(await outcome({ toolName: "relay", arguments: relayed })).toEqual(["relay", relayed, {}]);
    expect(await outcome({ toolName: "feed", input: "text", params: [1] })).toEqual([
      "feed",
      { input: "text", params: [1] },
      {},
    ]);
    expect(await outcome({ toolName: "feed", input: { input: "text" } })).toEqual(["feed", { input: "text" }, {}]);
  });

  test("no arguments", async () => {
    for (const args of [undefined, null, "", "{}", "null", []]) {
      expect(await outcome({ toolName: "list_all", arguments: args })).toEqual(["list_all", {}, {}]);
    }
  });

  test("each change is recorded", async () => {
    const settled = await settleCall(
      { arguments: { tool_name: "GetIssue", args: { Owner: "acme", number: "42" } } },
      form,
    );
    expect(settled.error ?? settled.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "unnest-envelope ",
      "alias-key ",
      "normalise-tool-name ",
      "alias-key ",
      "normalise-key /owner",
      "coerce-number /number",
    ]);
    const beside = await settleCall({ toolName: "get_issue", arguments: issue, confirm: "true" }, form);
    expect(beside).toMatchObject({ changes: [{ kind: "coerce-boolean", path: "" }] });
  });

  test("what is wrong beside the arguments is shown with them", async () => {
    expect(await outcome({ toolName: "get_issue", arguments: issue, confirm: "yes" })).toContain(
      'The correct call: {"toolName":"get_issue","arguments":{"owner":"acme","number":42},"confirm":false}',
    );
  });
});

describe("R17: two readings are refused", () => {
  test.each<[string, unknown, string[]]>([
    [
      "two names",
      { toolName: "get_issue", arguments: { toolName: "list_all", arguments: issue } },
      ["get_issue", "list_all"],
    ],
    [
      "two names side by side",
      { toolName: "get_issue", tool: "list_all", arguments: issue },
      ["get_issue", "list_all"],
    ],
    ["two spellings of the field", { toolName: "get_issue", tool_name: "list_all" }, ["get_issue", "list_all"]],
    ["two sets of arguments", { toolName: "get_issue", args: { owner: "a" }, arguments: issue }, ["args", "arguments"]],
    ["one argument twice", { toolName: "get_issue", arguments: issue, owner: "other" }, ["owner"]],
    ["two calls", [{ toolName: "list_all" }, { toolName: "list_all" }], ["one at a time"]],
    ["no name", { arguments: issue }, ["toolName"]],
    ["a name that is none", { toolName: 42 }, ["toolName"]],
    ["nothing", null, ["toolName"]],
    ["text that is no JSON", { toolName: "get_issue", arguments: "owner=acme" }, ["object", '"toolName":"get_issue"']],
    ["JSON that is cut off", { toolName: "get_issue", arguments: '{"owner":"acme"' }, ["object"]],
    ["another name than any", { toolName: "get_issue; rm -rf /", arguments: issue }, ["no tool"]],
  ])("%s", async (_, input, words) => {
    const message = await outcome(input);
    for (const word of words) expect(message).toContain(word);
  });

  test("a call that stands too deep is shown as it should be sent", async () => {
    let input: unknown = { toolName: "list_all" };
    for (let level = 0; level < 6; level++) input = { arguments: input };
    expect(await outcome(input)).toContain('The correct call: {"toolName":"list_all","arguments":{}}');
  });

  test("the correct call has the fields that were given", async () => {
    const message = await outcome({
      toolName: "get_issue",
      arguments: { owner: "acme", number: "x" },
      plugin: "github",
    });
    expect(message).toContain('{"toolName":"get_issue","arguments":{"owner":"acme","number":1},"plugin":"github"}');
  });
});

test("a call of the form inside of another is the one that counts, unless a target has the form's name", async () => {
  const nested = { toolName: "call", arguments: { toolName: "get_issue", arguments: issue }, confirm: true };
  const settled = await settleCall(nested, { ...form, verbs: ["call"] });
  expect(settled).toMatchObject({ target: { name: "get_issue" }, arguments: issue, fields: { confirm: true } });
  expect(settled.error ?? settled.changes).toEqual([{ kind: "unnest-envelope", path: "" }]);
  const unnamed = await settleCall({ toolName: "call", arguments: issue }, { ...form, verbs: ["call"] });
  expect(unnamed.error?.code).toBe("unknown_target");
  const other = await settleCall({ ...nested, toolName: "get_isue" }, { ...form, verbs: ["call"] });
  expect(other.error?.code).toBe("unknown_target");
  const relay = { toolName: "relay", arguments: { toolName: "get_issue", arguments: issue } };
  expect(await settleCall(relay, { ...form, verbs: ["relay"] })).toMatchObject({ target: { name: "relay" } });
});

test("a form may name another field, and may look for its target elsewhere", async () => {
  const settled = await settleCall(
    { Skill: "triage", arguments: { since: "2026-11-30" } },
    {
      nameField: "skill",
      find: async (name) => ({ name, schema: closed({ since: { type: "string", format: "date" } }) }),
    },
  );
  expect(settled).toMatchObject({ target: { name: "triage" }, arguments: { since: "2026-11-30" } });
});
