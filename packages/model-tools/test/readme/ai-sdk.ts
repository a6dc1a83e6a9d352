import { localCaller } from "@agent-tools/contract";
import { aiSdkTools } from "@agent-tools/model-tools/ai-sdk";
import { expose } from "@agent-tools/runtime";
import { generateText, stepCountIs } from "ai";
import { model, runtime } from "./scripted/ai-sdk.js";

const tools = await aiSdkTools(expose(runtime, "native"), { caller: localCaller() });
const { text } = await generateText({ model, tools, stopWhen: stepCountIs(10), prompt: "Greet Ada." });
if (!text.includes("Hello, Ada!")) throw new Error(text);
