import { localCaller } from "@agent-tools/contract";
import { openaiResponsesTools } from "@agent-tools/model-tools/providers";
import { expose } from "@agent-tools/runtime";
import type OpenAI from "openai";
import { client, runtime } from "./scripted/openai.js";

const { tools, answer } = await openaiResponsesTools(
  expose(runtime, "native"),
  { caller: localCaller() },
  { defer: ({ name }) => name.includes("__") },
);
const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Greet Ada." }];
for (;;) {
  const response = await client.responses.create({ model: "gpt-5.5", input, tools });
  const answers = await answer(response);
  input.push(...(response.output as OpenAI.Responses.ResponseInput), ...answers);
  if (answers.length > 0) continue;
  if (!response.output_text.includes("Hello, Ada!")) throw new Error(response.output_text);
  break;
}
