import { build } from "../../tsup.base.js";

export default build(["src/index.ts", "src/ai-sdk.ts", "src/openai-agents.ts", "src/langchain.ts", "src/providers.ts"]);
