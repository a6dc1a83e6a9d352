import type { Exposure, Session } from "@agent-tools/runtime";
import type { GeminiTool } from "@agent-tools/schema";
import { modelParts } from "../model-parts.js";
import { type ProviderTools, type ProviderToolsOptions, providerKit } from "./provider-tools.js";

/** An entry of `config.tools` of the Gemini API. */
export interface GeminiEntry {
  functionDeclarations: GeminiTool[];
}

/** What the helper reads of a response. */
export interface GeminiResponse {
  readonly candidates?:
    | readonly { readonly content?: { readonly parts?: readonly GeminiPart[] | undefined } | undefined }[]
    | undefined;
}

interface GeminiPart {
  readonly functionCall?:
    | { readonly id?: string | undefined; readonly name?: string | undefined; readonly args?: unknown }
    | undefined;
}

/** A content that answers all calls of one turn. */
export interface GeminiAnswer {
  role: "user";
  parts: {
    functionResponse: {
      id?: string;
      name: string;
      response: { output: string } | { error: string };
      parts?: { inlineData: { mimeType: string; data: string } }[];
    };
  }[];
}

/**
 * The tools of an exposure for the Gemini API. Append `candidates[0].content` as it is, for it holds signatures that the API
 * wants back, then the answer: one content of all results, as `output` or, of failed calls, as `error`.
 */
export async function geminiTools(
  exposure: Exposure,
  session: Session,
  options: ProviderToolsOptions = {},
): Promise<ProviderTools<GeminiEntry, GeminiResponse, GeminiAnswer>> {
  const kit = await providerKit(exposure, session, "gemini", options);
  return {
    tools: [{ functionDeclarations: kit.listed.map(({ entry }) => entry) }],
    async answer({ candidates: [candidate] = [] }, signal) {
      const calls = (candidate?.content?.parts ?? [])
        .flatMap(({ functionCall }) => functionCall ?? [])
        .map(({ id, name = "", args }) => ({ id, name, args }));
      const answers = kit.ours(calls).map(async ({ id, name, run }) => {
        const result = await run(signal);
        const parts = modelParts(result);
        const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
        const images = parts.flatMap((part) =>
          part.type === "image" ? { inlineData: { mimeType: part.mimeType, data: part.data } } : [],
        );
        return {
          functionResponse: {
            ...(id === undefined ? {} : { id }),
            name,
            response: result.isError === true ? { error: text } : { output: text },
            ...(images.length === 0 ? {} : { parts: images }),
          },
        };
      });
      return answers.length === 0 ? [] : [{ role: "user", parts: await Promise.all(answers) }];
    },
  };
}
