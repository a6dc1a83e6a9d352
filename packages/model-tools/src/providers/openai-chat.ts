import type { Exposure, Session } from "@agent-tools/runtime";
import { type ChatTool, toChatTool } from "@agent-tools/schema";
import { modelText, worded } from "../model-parts.js";
import { argumentsOf, type ProviderTools, type ProviderToolsOptions, providerKit } from "./provider-tools.js";

/** What the helper reads of a completion. */
export interface OpenaiChatResponse {
  readonly choices: readonly { readonly message: { readonly tool_calls?: readonly ChatCall[] | null | undefined } }[];
}

interface ChatCall {
  readonly id: string;
  readonly type: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}

/** A message that answers one call. */
export interface OpenaiChatAnswer {
  role: "tool";
  tool_call_id: string;
  content: string;
}

/**
 * The tools of an exposure for OpenAI's Chat Completions API. Append `choices[0].message`, then the answers. The API takes
 * text alone from tools, so images are named only; the answer of a failed call begins with "Error:".
 */
export async function openaiChatTools(
  exposure: Exposure,
  session: Session,
  options: ProviderToolsOptions = {},
): Promise<ProviderTools<ChatTool, OpenaiChatResponse, OpenaiChatAnswer>> {
  const kit = await providerKit(exposure, session, "openai", options);
  return {
    tools: kit.listed.map(({ entry }) => toChatTool(entry)),
    async answer({ choices: [choice] }, signal) {
      const calls = (choice?.message.tool_calls ?? []).flatMap(({ id, function: called }) =>
        called ? [{ id, name: called.name, args: argumentsOf(called.arguments) }] : [],
      );
      return Promise.all(
        kit.ours(calls).map(async ({ id, run }) => {
          const result = worded(await run(signal));
          return { role: "tool", tool_call_id: id, content: modelText(result) };
        }),
      );
    },
  };
}
