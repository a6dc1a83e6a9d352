import { type Tool, ToolError, type ToolResult } from "@agent-tools/contract";
import type { Exposure, Session } from "@agent-tools/runtime";
import { type ProviderTool, providerName, toProviderTool } from "@agent-tools/schema";
import { callTool } from "../call-tool.js";
import { loweredTools } from "../lowered-tools.js";
import type { HostIo } from "../model-tools.js";

/** The tools of an exposure in the form of one provider's API. */
export interface ProviderTools<Entry, Response, Answer> {
  /** The request's `tools`. */
  readonly tools: Entry[];
  /**
   * Runs what the model calls in a response, side by side, and gives what goes into the conversation after the model's own
   * turn. Nothing where the model called nothing. A call that fails is an answer that says so; this never rejects.
   */
  answer(response: Response, signal?: AbortSignal): Promise<Answer[]>;
}

/** How a host talks to a provider itself. */
export interface ProviderToolsOptions extends HostIo {
  /** Names of tools of the host's own in the same request; calls of these are left to the host. */
  readonly hostTools?: readonly string[];
}

/** The same, for an API that can search tools. */
export interface DeferringOptions extends ProviderToolsOptions {
  /** Which tools the model has to search for before it sees them. Default: none. */
  readonly defer?: (tool: Tool) => boolean;
}

/** One call as a provider's response has it. */
export interface ProviderCall {
  readonly name: string;
  readonly args: unknown;
}

/** A call, and how to run it. Running never rejects. */
export type RunnableCall<Call> = Call & { run(signal?: AbortSignal): Promise<ToolResult> };

/** What the helpers of all providers have in common. */
export interface ProviderKit<Entry> {
  readonly listed: readonly { readonly tool: Tool; readonly entry: Entry }[];
  /** Those of the calls that are not for the host's own tools. */
  ours<Call extends ProviderCall>(calls: readonly Call[]): readonly RunnableCall<Call>[];
}

/** The exposure's tools by a profile. Throws `invalid_configuration` where the host's own tools have one of their names. */
export async function providerKit<Profile extends keyof ProviderTool>(
  exposure: Exposure,
  session: Session,
  profile: Profile,
  { hostTools = [], ...io }: ProviderToolsOptions,
): Promise<ProviderKit<ProviderTool[Profile]>> {
  const tools = await loweredTools(exposure, session, profile, io);
  const byName = new Map(tools.map((each) => [providerName(each.tool.name), each]));
  const clash = hostTools.find((name) => byName.has(name));
  if (clash !== undefined) {
    throw new ToolError("invalid_configuration", `Both the host and the exposure have a tool "${clash}".`, {
      hint: "Rename the host's tool, or expose the runtime in another way.",
    });
  }
  return {
    listed: tools.map(({ tool }) => ({ tool, entry: toProviderTool(tool, profile) })),
    ours: (calls) =>
      calls
        .filter(({ name }) => !hostTools.includes(name))
        .map((call) => ({
          ...call,
          run: (signal) =>
            byName.get(call.name)?.run(call.args, signal) ?? callTool(exposure, session, call.name, call.args, io),
        })),
  };
}

/** Arguments that came as text: parsed where they are JSON, else as they are, for the runtime to make sense of. */
export function argumentsOf(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
