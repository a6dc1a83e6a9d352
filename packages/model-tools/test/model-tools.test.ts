import { localCaller, type ToolResult } from "@agent-tools/contract";
import type { Exposure, Pending } from "@agent-tools/runtime";
import { expect, test } from "vitest";
import { modelTools } from "../src/index.js";

const session = { caller: localCaller() };

function exposureOf(answer: ToolResult | Pending): Exposure {
  return {
    info: { name: "test", version: "1" },
    instructions: () => "",
    listTools: async () => [{ name: "ask", inputSchema: { type: "object" } }],
    callTool: async (name, args, asked, io) => {
      expect([name, args, asked, io?.meta]).toEqual(["ask", { a: 1 }, session, { trace: "x" }]);
      return answer;
    },
    onToolsChanged: () => () => {},
  };
}

test("a tool object carries the definition and runs the exposure's tool with what it is given", async () => {
  const result = { content: [{ type: "text", text: "hi" }] };
  const [tool] = await modelTools(exposureOf(result), session);
  expect(tool).toMatchObject({ name: "ask", inputSchema: { type: "object" } });
  expect(await tool?.execute({ a: 1 }, { meta: { trace: "x" } })).toBe(result);
});

test("a call that waits for answers that nobody can give is an error that names them", async () => {
  const pending: Pending = {
    status: "pending",
    callId: "c1",
    requests: { color: { method: "elicitation/create" } },
    state: "s",
  };
  const [tool] = await modelTools(exposureOf(pending), session);
  await expect(tool?.execute({ a: 1 }, { meta: { trace: "x" } })).rejects.toMatchObject({
    code: "approval_required",
    message: expect.stringContaining("color"),
  });
});
