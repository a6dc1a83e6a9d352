import { localCaller } from "@agent-tools/contract";
import { openaiAgentsTools } from "@agent-tools/model-tools/openai-agents";
import { expose } from "@agent-tools/runtime";
import { Agent } from "@openai/agents";
import { runner, runtime } from "./scripted/openai.js";

const tools = await openaiAgentsTools(expose(runtime, "native"), { caller: localCaller() });
const agent = new Agent({ name: "Greeter", model: "gpt-5.5", tools });
const { finalOutput } = await runner.run(agent, "Greet Ada.");
if (!finalOutput?.includes("Hello, Ada!")) throw new Error(finalOutput);
