import type { Exposure, Session } from "@agent-tools/runtime";
import type { AnthropicTool } from "@agent-tools/schema";
import { type ModelPart, modelParts } from "../model-parts.js";
import { type DeferringOptions, type ProviderTools, providerKit } from "./provider-tools.js";

/** An entry of `tools` of Anthropic's Messages API: a tool, or the search for deferred ones. */
export type AnthropicEntry =
  | (Pick<AnthropicTool, "name" | "description"> & { input_schema: ObjectSchema; defer_loading?: true })
  | { type: "tool_search_tool_bm25_20251119"; name: "tool_search_tool_bm25" };

interface ObjectSchema {
  type: "object";
  [keyword: string]: unknown;
}

/** What the helper reads of a message. */
export interface AnthropicResponse {
  readonly content: readonly { readonly type: string }[];
}

/** A message that answers all calls of one turn. */
export interface AnthropicAnswer {
  role: "user";
  content: { type: "tool_result"; tool_use_id: string; content: AnthropicPart[]; is_error?: true }[];
}

type AnthropicPart =
  | { type: "text"; text: string }
  | { type: "image"; source: { type: "base64"; media_type: ImageType; data: string } };

type ImageType = Extract<ModelPart, { type: "image" }>["mimeType"];

interface ToolUse {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/**
 * The tools of an exposure for Anthropic's Messages API. Append `{ role: "assistant", content: response.content }`, then the
 * answer: one message of all results, those of failed calls with `is_error`.
 *
 * Deferred tools are found by the API's own tool search; where the model pauses its turn for it (`pause_turn`), ask again
 * with the turn appended.
 */
export async function anthropicTools(
  exposure: Exposure,
  session: Session,
  { defer = () => false, ...options }: DeferringOptions = {},
): Promise<ProviderTools<AnthropicEntry, AnthropicResponse, AnthropicAnswer>> {
  const kit = await providerKit(exposure, session, "anthropic", options);
  const tools: AnthropicEntry[] = kit.listed.map(({ tool, entry }) => ({
    ...entry,
    input_schema: entry.input_schema as ObjectSchema,
    ...(defer(tool) ? { defer_loading: true } : {}),
  }));
  if (kit.listed.some(({ tool }) => defer(tool))) {
    tools.push({ type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" });
  }
  return {
    tools,
    async answer({ content }, signal) {
      const calls = content
        .filter((block): block is ToolUse => block.type === "tool_use")
        .map(({ id, name, input }) => ({ id, name, args: input }));
      const results = kit.ours(calls).map(async ({ id, run }) => {
        const result = await run(signal);
        return {
          type: "tool_result" as const,
          tool_use_id: id,
          content: modelParts(result).map(anthropicPart),
          ...(result.isError === true ? { is_error: true as const } : {}),
        };
      });
      return results.length === 0 ? [] : [{ role: "user", content: await Promise.all(results) }];
    },
  };
}

function anthropicPart(part: ModelPart): AnthropicPart {
  if (part.type === "text") return { type: "text", text: part.text };
  return { type: "image", source: { type: "base64", media_type: part.mimeType, data: part.data } };
}
