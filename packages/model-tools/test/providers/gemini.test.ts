import { expose } from "@agent-tools/runtime";
import { type Content, GoogleGenAI } from "@google/genai";
import { describe, expect, test } from "vitest";
import { geminiTools } from "../../src/providers.js";
import { type Body, scriptedServer } from "../scripted-server.js";
import { pixel, session, warehouse } from "../warehouse.js";

const turn = (...parts: object[]) => ({ candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] });

/** Checks what the API checks of a request, and gives the responses after the last turn. */
function lastResponses({ tools, contents }: Body): Body[] {
  for (const { name, parameters } of tools[0].functionDeclarations) {
    expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/);
    expect(parameters ?? { type: "OBJECT" }).toMatchObject({ type: "OBJECT" });
    for (const keyword of ["additionalProperties", "$schema", "$ref", "oneOf"]) {
      expect(JSON.stringify(parameters ?? {})).not.toContain(`"${keyword}"`);
    }
  }
  const last = contents.findLastIndex(({ role }: Body) => role === "model");
  if (last < 0) return [];
  const called = contents[last].parts.map(({ functionCall }: Body) => [functionCall.id, functionCall.name]);
  const answered = contents[last + 1].parts.map(({ functionResponse }: Body) => [
    functionResponse.id,
    functionResponse.name,
  ]);
  expect(answered).toEqual(called);
  expect(contents[last].parts[0].thoughtSignature).toBe("c2ln");
  return contents[last + 1].parts.map(({ functionResponse }: Body) => functionResponse);
}

describe("Gemini by its own SDK (O21)", () => {
  test("the model discovers, calls what discover shows, and gets the results", async () => {
    await using host = await warehouse();
    const call = (id: string, name: string, args: object) => ({
      functionCall: { id, name, args },
      thoughtSignature: "c2ln",
    });
    await using server = await scriptedServer("/v1beta/models/gemini-3-flash:generateContent", [
      (body) => {
        lastResponses(body);
        return turn(call("a", "discover", { query: "count one item" }));
      },
      (body) => {
        const { next } = JSON.parse(lastResponses(body)[0].response.output);
        const args = (toolName: string) => ({ ...next.arguments, toolName, arguments: { item: "nut" } });
        return turn(...["count_items", "show-item", "drop_item"].map((tool) => call(tool, next.tool, args(tool))));
      },
      (body) => {
        const [counted, shown, dropped] = lastResponses(body);
        expect(shown.parts).toEqual([{ inlineData: { mimeType: "image/png", data: pixel } }]);
        expect(dropped.response).toEqual({ error: expect.stringContaining("The nut broke.") });
        return turn({ text: counted.response.output });
      },
    ]);
    const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: server.url } });
    const kit = await geminiTools(expose(host.runtime, "compact"), session);
    const contents: Content[] = [{ role: "user", parts: [{ text: "How many nuts are there?" }] }];
    for (;;) {
      const request = { model: "gemini-3-flash", contents, config: { tools: kit.tools } };
      const response = await client.models.generateContent(request);
      const answers = await kit.answer(response);
      contents.push(response.candidates?.[0]?.content as Content, ...answers);
      if (answers.length > 0) continue;
      expect(response.text).toContain('"count":3');
      break;
    }
  });
});
