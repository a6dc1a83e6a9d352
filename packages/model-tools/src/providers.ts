export {
  type AnthropicAnswer,
  type AnthropicEntry,
  type AnthropicResponse,
  anthropicTools,
} from "./providers/anthropic.js";
export { type GeminiAnswer, type GeminiEntry, type GeminiResponse, geminiTools } from "./providers/gemini.js";
export { type OpenaiChatAnswer, type OpenaiChatResponse, openaiChatTools } from "./providers/openai-chat.js";
export {
  type OpenaiResponsesAnswer,
  type OpenaiResponsesEntry,
  type OpenaiResponsesResponse,
  openaiResponsesTools,
} from "./providers/openai-responses.js";
export type { DeferringOptions, ProviderTools, ProviderToolsOptions } from "./providers/provider-tools.js";
