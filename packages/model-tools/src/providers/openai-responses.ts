import type { Exposure, Session } from "@agent-tools/runtime";
import type { OpenaiTool } from "@agent-tools/schema";
import { type ModelPart, modelOutput, worded } from "../model-parts.js";
import { argumentsOf, type DeferringOptions, type ProviderTools, providerKit } from "./provider-tools.js";

type OpenaiFunction = OpenaiTool & { defer_loading?: true };

/** An entry of `tools` of OpenAI's Responses API: a function, several under one name, or the search for deferred ones. */
export type OpenaiResponsesEntry =
  | OpenaiFunction
  | { type: "namespace"; name: string; description: string; tools: OpenaiFunction[] }
  | { type: "tool_search" };

/** What the helper reads of a response. */
export interface OpenaiResponsesResponse {
  readonly output: readonly { readonly type: string }[];
}

/** An input item that answers one call. */
export interface OpenaiResponsesAnswer {
  type: "function_call_output";
  call_id: string;
  output: string | OpenaiPart[];
}

type OpenaiPart = { type: "input_text"; text: string } | { type: "input_image"; image_url: string; detail: "auto" };

interface FunctionCall {
  readonly type: "function_call";
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * The tools of an exposure for OpenAI's Responses API. Append `response.output` as it is, then the answers; with
 * `previous_response_id` the answers alone. The answer of a failed call begins with "Error:".
 *
 * Deferred tools are found by the API's own `tool_search` (gpt-5.4 and later). Those of one plugin of a `native` exposure,
 * `<prefix>__<tool>`, form a namespace, of which the model sees one line until it searches.
 */
export async function openaiResponsesTools(
  exposure: Exposure,
  session: Session,
  { defer = () => false, ...options }: DeferringOptions = {},
): Promise<ProviderTools<OpenaiResponsesEntry, OpenaiResponsesResponse, OpenaiResponsesAnswer>> {
  const kit = await providerKit(exposure, session, "openai", options);
  const deferred = kit.listed.filter(({ tool }) => defer(tool)).map(({ entry }) => entry);
  const shown = kit.listed.filter(({ tool }) => !defer(tool)).map(({ entry }) => entry);
  return {
    tools: [...shown, ...searchable(deferred)],
    async answer({ output }, signal) {
      const calls = output
        .filter((item): item is FunctionCall => item.type === "function_call")
        .map(({ call_id, name, arguments: text }) => ({ call_id, name, args: argumentsOf(text) }));
      return Promise.all(
        kit.ours(calls).map(async ({ call_id, run }) => {
          const result = worded(await run(signal));
          return { type: "function_call_output", call_id, output: modelOutput(result, openaiPart) };
        }),
      );
    },
  };
}

/** The deferred tools, those of one plugin together, and the search for them. */
function searchable(deferred: readonly OpenaiFunction[]): OpenaiResponsesEntry[] {
  if (deferred.length === 0) return [];
  const alone: OpenaiFunction[] = [];
  const spaces = new Map<string, OpenaiFunction[]>();
  for (const entry of deferred) {
    const prefix = /^(.+?)__/.exec(entry.name)?.[1];
    const space = prefix === undefined ? alone : (spaces.get(prefix) ?? []);
    space.push({ ...entry, defer_loading: true });
    if (prefix !== undefined) spaces.set(prefix, space);
  }
  const namespaces = [...spaces].map(([name, tools]) => {
    const names = tools.map((tool) => tool.name.slice(name.length + 2)).join(", ");
    return { type: "namespace" as const, name, description: `${name}: ${cut(names)}`, tools };
  });
  return [...namespaces, ...alone, { type: "tool_search" }];
}

/** How many characters of a namespace's description tell the names of its tools. */
const MOST_NAMES = 400;

function cut(names: string): string {
  return names.length <= MOST_NAMES ? names : `${names.slice(0, names.lastIndexOf(",", MOST_NAMES))} and more`;
}

function openaiPart(part: ModelPart): OpenaiPart {
  if (part.type === "text") return { type: "input_text", text: part.text };
  return { type: "input_image", image_url: `data:${part.mimeType};base64,${part.data}`, detail: "auto" };
}
