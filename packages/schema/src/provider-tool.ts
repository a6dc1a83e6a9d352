import { createHash } from "node:crypto";
import type { Tool } from "@agent-tools/contract";
import type { Keywords } from "./keywords.js";
import { lower } from "./lower.js";

/** A function of OpenAI's Responses API. */
export interface OpenaiTool {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  readonly parameters: Keywords;
  readonly strict: boolean;
}

/** A function of the Chat Completions API, OpenAI's and that of the many servers made like it. */
export interface ChatTool {
  readonly type: "function";
  readonly function: Omit<OpenaiTool, "type">;
}

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: Keywords;
}

/** One of `functionDeclarations` of the Gemini API. A tool without parameters has no `parameters`. */
export interface GeminiTool {
  readonly name: string;
  readonly description: string;
  readonly parameters?: Keywords;
}

/** The entry that each profile has in a request. */
export interface ProviderTool {
  readonly openai: OpenaiTool;
  readonly "openai-strict": OpenaiTool;
  readonly anthropic: AnthropicTool;
  readonly gemini: GeminiTool;
  readonly "llama-cpp": ChatTool;
}

/** OpenAI, Anthropic and Gemini all take these, up to 64 characters. */
const legalName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/**
 * A tool's complete entry in a provider's request, its schema lowered to the profile. Arguments of a call go through
 * `lower(tool.inputSchema, profile).restore`, then through `settle` with the tool's own schema.
 */
export function toProviderTool<P extends keyof ProviderTool>(tool: Tool, profile: P): ProviderTool[P] {
  const name = providerName(tool.name);
  const description = tool.description ?? tool.title;
  return entries[profile]({
    name,
    ...(description === undefined ? {} : { description }),
    schema: lower(tool.inputSchema, profile).schema,
  });
}

/**
 * A tool's name as every provider takes it: the name itself where it is legal, else a legal one with a hash of the true
 * name inside the 64 characters. The same name always gives the same, different names give different ones.
 */
export function providerName(name: string): string {
  if (legalName.test(name)) return name;
  const legal = name.replaceAll(/[^A-Za-z0-9_-]/g, "_").replace(/^(?![A-Za-z_])/, "_");
  return `${legal.slice(0, 55)}_${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
}

interface Parts {
  readonly name: string;
  readonly description?: string;
  readonly schema: Keywords;
}

const entries: { readonly [P in keyof ProviderTool]: (parts: Parts) => ProviderTool[P] } = {
  openai: ({ schema, ...named }) => ({ type: "function", ...named, parameters: schema, strict: false }),
  "openai-strict": ({ schema, ...named }) => ({ type: "function", ...named, parameters: schema, strict: true }),
  anthropic: ({ schema, ...named }) => ({ ...named, input_schema: schema }),
  gemini: ({ schema, name, description = name }) => {
    const hasParameters = Object.keys(schema["properties"] as object).length > 0;
    return { name, description, ...(hasParameters && { parameters: schema }) };
  },
  "llama-cpp": ({ schema, ...named }) => ({
    type: "function",
    function: { ...named, parameters: schema, strict: false },
  }),
};

/** The Chat Completions form of a function of the Responses API. */
export function toChatTool({ type, ...called }: OpenaiTool): ChatTool {
  return { type, function: called };
}
