import { localCaller } from "@agent-tools/contract";
import { anthropicTools } from "@agent-tools/model-tools/providers";
import { expose } from "@agent-tools/runtime";
import type Anthropic from "@anthropic-ai/sdk";
import { client, runtime } from "./scripted/anthropic.js";

const { tools, answer } = await anthropicTools(
  expose(runtime, "native"),
  { caller: localCaller() },
  { defer: ({ name }) => name.includes("__") },
);
const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Greet Ada." }];
for (;;) {
  const { content } = await client.messages.create({ model: "claude-opus-5", max_tokens: 1_024, messages, tools });
  const answers = await answer({ content });
  messages.push({ role: "assistant", content }, ...answers);
  if (answers.length > 0) continue;
  if (!JSON.stringify(content).includes("Hello, Ada!")) throw new Error(JSON.stringify(content));
  break;
}
