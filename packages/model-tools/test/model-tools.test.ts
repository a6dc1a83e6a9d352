import { localCaller, type ToolResult } from "@agent-tools/contract";
import type { CallIo, Exposure, Pending } from "@agent-tools/runtime";
import { describe, expect, test } from "vitest";
import { modelTools } from "../src/index.js";

const session = { caller: localCaller() };
const result: ToolResult = { content: [{ type: "text", text: "hi" }] };
const pending: Pending = {
  status: "pending",
  callId: "c1",
  requests: { color: { method: "elicitation/create" } },
  state: "sealed",
};

function exposureOf(callTool: Exposure["callTool"]): Exposure {
  return {
    info: { name: "test", version: "1" },
    instructions: () => "",
    listTools: async () => [{ name: "ask", inputSchema: { type: "object" } }],
    callTool,
    onToolsChanged: () => () => {},
  };
}

async function toolOf(callTool: Exposure["callTool"]) {
  const [tool] = await modelTools(exposureOf(callTool), session);
  if (!tool) throw new Error("There is no tool.");
  return tool;
}

test("a tool object carries the definition and runs the exposure's tool with what it is given", async () => {
  const tool = await toolOf(async (name, args, asked, io) => {
    expect([name, args, asked, io]).toEqual(["ask", { a: 1 }, session, { meta: { trace: "x" } }]);
    return result;
  });
  expect(tool).toMatchObject({ name: "ask", inputSchema: { type: "object" } });
  expect(await tool.execute({ a: 1 }, { meta: { trace: "x" } })).toBe(result);
});

describe("a call that waits for answers", () => {
  test("is repeated as it was, with its state and what the host answers", async () => {
    const seen: (CallIo | undefined)[] = [];
    const tool = await toolOf(async (_name, args, _session, io) => {
      expect(args).toEqual({ a: 1 });
      seen.push(io);
      return io?.resume ? result : pending;
    });
    const ask: NonNullable<CallIo["ask"]> = async (requests) => {
      expect(requests).toEqual(pending.requests);
      return { color: { action: "accept", content: { value: "red" } } };
    };
    expect(await tool.execute({ a: 1 }, { ask, meta: { trace: "x" } })).toBe(result);
    expect(seen.map((io) => io?.resume)).toEqual([
      undefined,
      { state: "sealed", answers: { color: { action: "accept", content: { value: "red" } } } },
    ]);
    expect(seen[1]?.meta).toEqual({ trace: "x" });
  });

  test.each([
    ["that nobody can give", undefined],
    ["without an end", async () => ({})],
  ])("%s is a failure that names them", async (_what, ask) => {
    const tool = await toolOf(async () => pending);
    const answer = await tool.execute({}, ask ? { ask } : {});
    expect(answer.isError).toBe(true);
    expect(answer.content[0]?.["text"]).toMatch(/^approval_required: .*color\.\nWhat to do: /);
  });

  test("that the host fails to give is a failure with the host's words", async () => {
    const tool = await toolOf(async () => pending);
    const ask = () => Promise.reject(new Error("Nobody is at home."));
    expect((await tool.execute({}, { ask })).content[0]?.["text"]).toContain("Nobody is at home.");
  });
});
