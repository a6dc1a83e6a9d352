import type { JsonObject, Schema, ToolAnnotations, ToolResult } from "@agent-tools/contract";
import { settle } from "@agent-tools/schema";
import type { CallIo, Pending, Session } from "../exposure.js";
import type { Runtime } from "../runtime.js";
import type { ExposedTool } from "./exposed-tool.js";
import { answerCall, answerDiscover, answerHelp, type DiscoverArguments, type FacadeWords } from "./facade-answers.js";

/** One tool of a facade, as far as facades differ. */
export interface FacadeToolText {
  readonly name: string;
  readonly description: string;
}

/** A facade over one plugin, or over all of them. */
export interface Facade {
  /** The one plugin that it is for; absent where each call names its own. */
  readonly plugin?: string;
  readonly discover: FacadeToolText;
  readonly call: FacadeToolText;
  /** Absent where there are no skills. */
  readonly runSkill?: FacadeToolText;
}

/** The annotations of a tool that only looks at this host. */
const looks: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** The annotations of a tool behind which anything may be. */
const acts: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };

const discoverProperties: Readonly<Record<string, Schema>> = {
  query: { type: "string" },
  detail: { enum: ["names", "brief", "full"] },
  limit: { type: "integer", minimum: 1, maximum: 50 },
  offset: { type: "integer", minimum: 0 },
};

const callProperties: Readonly<Record<string, Schema>> = {
  arguments: { type: "object" },
  confirm: { type: "boolean", description: "true: this change is wanted" },
};

/** The facade's tools: discover, call, and run_skill where there are skills. */
export function facadeTools(runtime: Runtime, facade: Facade): readonly ExposedTool[] {
  const { plugin, discover, call, runSkill } = facade;
  const pluginProperty: Record<string, Schema> = plugin === undefined ? { plugin: { type: "string" } } : {};
  const required = Object.keys(pluginProperty);
  const prefixOf = (args: JsonObject) => plugin ?? (args["plugin"] as string);
  const named = (prefix: string) => (plugin === undefined ? { plugin: prefix } : {});
  const words: FacadeWords = {
    call: (prefix, toolName) => ({ name: call.name, arguments: { ...named(prefix), toolName } }),
    runSkill: (prefix, skill) => ({ name: (runSkill ?? call).name, arguments: { ...named(prefix), skill } }),
    namesPlugins: plugin === undefined,
  };

  const tools = [
    facadeTool(discover, looks, { ...pluginProperty, ...discoverProperties }, [], (args: DiscoverArguments, session) =>
      answerDiscover(runtime, words, plugin === undefined ? args : { ...args, plugin }, session),
    ),
    facadeTool(
      call,
      acts,
      { ...pluginProperty, toolName: { type: "string" }, ...callProperties },
      [...required, "toolName"],
      (args: JsonObject, session, io) =>
        answerCall(runtime, { plugin: prefixOf(args), tool: args["toolName"] as string }, requestOf(args), session, io),
    ),
  ];
  if (runSkill === undefined) return tools;
  return [
    ...tools,
    facadeTool(
      runSkill,
      acts,
      { ...pluginProperty, skill: { type: "string" }, ...callProperties },
      [...required, "skill"],
      (args: JsonObject, session, io) =>
        answerCall(runtime, { plugin: prefixOf(args), skill: args["skill"] as string }, requestOf(args), session, io),
    ),
  ];
}

function requestOf({ arguments: args, confirm }: JsonObject): { arguments?: unknown; confirm: boolean } {
  return { ...(args === undefined ? {} : { arguments: args }), confirm: confirm === true };
}

/** The tool that lists every plugin. */
export function helpTool(runtime: Runtime, name: string): ExposedTool {
  const description = "List every plugin in one line each: what it is for, its state, its skills and its alternatives.";
  return facadeTool({ name, description }, looks, {}, [], async (_, session) => answerHelp(runtime, session));
}

function facadeTool<Arguments>(
  text: FacadeToolText,
  annotations: ToolAnnotations,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  run: (args: Arguments, session: Session, io: CallIo) => Promise<ToolResult | Pending>,
): ExposedTool {
  const inputSchema = {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
  return {
    tool: { ...text, inputSchema, annotations },
    async run(args, session, io) {
      const settled = settle(inputSchema, args ?? {}, { toolName: text.name });
      if ("error" in settled) throw settled.error;
      return run(settled.value as Arguments, session, io);
    },
  };
}
