import { localCaller, textResult } from "@agent-tools/contract";
import type { Exposure } from "@agent-tools/runtime";
import { expect, test } from "vitest";
import { anthropicTools, geminiTools, openaiChatTools, openaiResponsesTools } from "../../src/providers.js";

const name = "1st.tool";

/** An exposure whose names of tools and properties no provider takes. */
const odd: Exposure = {
  info: { name: "odd", version: "1" },
  instructions: () => "",
  listTools: async () => [{ name, inputSchema: { type: "object", properties: { "full name": { type: "string" } } } }],
  callTool: async (called, args) => textResult(`${called} ${JSON.stringify(args)}`),
  onToolsChanged: () => () => {},
};
const session = { caller: localCaller() };
const expected = `${name} {"full name":"Ada"}`;

test("names are within every provider's limits, and calls go to the true ones (O21)", async () => {
  const responses = await openaiResponsesTools(odd, session);
  const [entry] = responses.tools;
  if (entry?.type !== "function") throw new Error("There is no function.");
  expect(entry.name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);

  const text = '{"full name":"Ada"}';
  const item = { type: "function_call", call_id: "1", name: entry.name, arguments: text };
  expect((await responses.answer({ output: [item] }))[0]?.output).toBe(expected);

  const chat = await openaiChatTools(odd, session);
  const tool_calls = [{ id: "1", type: "function", function: { name: entry.name, arguments: text } }];
  expect((await chat.answer({ choices: [{ message: { tool_calls } }] }))[0]?.content).toBe(expected);

  const gemini = await geminiTools(odd, session);
  const functionCall = { name: entry.name, args: JSON.parse(text) };
  const [content] = await gemini.answer({ candidates: [{ content: { parts: [{ functionCall }] } }] });
  expect(content?.parts[0]?.functionResponse).toEqual({ name: entry.name, response: { output: expected } });
});

test("properties whose names a provider refuses have others in its request, and their own in the call", async () => {
  const kit = await anthropicTools(odd, session);
  const [entry] = kit.tools;
  if (!entry || !("input_schema" in entry)) throw new Error("There is no tool.");
  const [property = ""] = Object.keys(entry.input_schema["properties"] as object);
  expect(property).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
  const call = { type: "tool_use", id: "1", name: entry.name, input: { [property]: "Ada" } };
  expect((await kit.answer({ content: [call] }))[0]?.content[0]?.content).toEqual([{ type: "text", text: expected }]);
});

test("a response without calls has no answer", async () => {
  expect(await (await openaiResponsesTools(odd, session)).answer({ output: [{ type: "message" }] })).toEqual([]);
  expect(await (await openaiChatTools(odd, session)).answer({ choices: [{ message: {} }] })).toEqual([]);
  expect(await (await anthropicTools(odd, session)).answer({ content: [{ type: "text" }] })).toEqual([]);
  expect(await (await geminiTools(odd, session)).answer({})).toEqual([]);
});
