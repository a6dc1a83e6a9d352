import { localCaller } from "@agent-tools/contract";
import { geminiTools } from "@agent-tools/model-tools/providers";
import { expose } from "@agent-tools/runtime";
import type { Content } from "@google/genai";
import { client, runtime } from "./scripted/gemini.js";

const { tools, answer } = await geminiTools(expose(runtime, "native"), { caller: localCaller() });
const contents: Content[] = [{ role: "user", parts: [{ text: "Greet Ada." }] }];
for (;;) {
  const response = await client.models.generateContent({ model: "gemini-3-flash", contents, config: { tools } });
  const answers = await answer(response);
  contents.push(response.candidates?.[0]?.content ?? {}, ...answers);
  if (answers.length > 0) continue;
  if (!response.text?.includes("Hello, Ada!")) throw new Error(response.text);
  break;
}
