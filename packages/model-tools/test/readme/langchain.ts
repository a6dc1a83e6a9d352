import { localCaller } from "@agent-tools/contract";
import { langchainTools } from "@agent-tools/model-tools/langchain";
import { expose } from "@agent-tools/runtime";
import { createAgent } from "langchain";
import { model, runtime } from "./scripted/langchain.js";

const agent = createAgent({ model, tools: await langchainTools(expose(runtime, "native"), { caller: localCaller() }) });
const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Greet Ada." }] });
const words = messages.at(-1)?.content;
if (words !== "Hello, Ada!") throw new Error(JSON.stringify(words));
