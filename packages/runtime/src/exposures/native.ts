import { type Effect, isObject, type JsonObject, type ToolAnnotations } from "@agent-tools/contract";
import { type LoweredSchema, lower } from "@agent-tools/schema";
import { knownClient } from "../clients.js";
import type { Session } from "../exposure.js";
import type { ListedTool } from "../listed-tool.js";
import { speaksOf } from "../readable-skill.js";
import type { Runtime } from "../runtime.js";
import type { ExposeOptions } from "./expose-options.js";
import { exposedName, LONGEST_NAME } from "./exposed-name.js";
import { configuredTools, type ExposedTool, type ExposedTools } from "./exposed-tool.js";
import { answerCall } from "./facade-answers.js";
import { callingTool, helpTool, loadSkillTool, readTool } from "./facade-tools.js";
import { inventory } from "./inventory.js";

const READ = "agent_tools_read";

/** In `_meta` of a gated tool: the skills one of which opens it. Hosts that can defer tools defer these. */
const WAITS_FOR_KEY = "agent-tools/waits-for";

/** Every tool that the caller may use, as `<prefix>__<tool>`, for clients that search tools themselves. */
export function native(runtime: Runtime, options: ExposeOptions): ExposedTools {
  return nativeTools(runtime, options, false);
}

/** The same, with `load_skill`: a tool that waits for a skill is refused until it is loaded, and the list never changes. */
export function gated(runtime: Runtime, options: ExposeOptions): ExposedTools {
  return nativeTools(runtime, options, true);
}

function nativeTools(runtime: Runtime, { budget = {} }: ExposeOptions, isGated: boolean): ExposedTools {
  const runSkill = (skills: readonly string[]) => {
    const description = `Run a tested recipe in one call. Skills, as plugin:skill: ${inventory(skills, 1_200)}.`;
    const text = { name: "agent_tools_run_skill", description };
    return callingTool(
      runtime,
      { text, kind: "skill", plugin: undefined, isReadOnly: false },
      { budget, reader: READ },
    );
  };
  const loadSkill = isGated ? loadSkillTool(runtime, "load_skill", READ) : undefined;
  const opening = loadSkill ? " Those that wait for a skill open when load_skill has read it." : "";
  const guide = `Each tool is listed as <plugin>__<tool>, to be called by that name.${opening}`;
  const own = configuredTools(runtime, guide, (plugins) => {
    const skills = plugins.flatMap((plugin) => plugin.skills.map((skill) => `${plugin.prefix}:${skill}`));
    return [
      ...(loadSkill ? [loadSkill] : []),
      ...(skills.length > 0 ? [runSkill(skills)] : []),
      readTool(runtime, READ),
      helpTool(runtime, "agent_tools_help"),
    ];
  });

  const gatesOf = (plugin: string, tool: string) =>
    runtime.skills.configured.filter((skill) => speaksOf(skill, plugin, tool)).map(({ name }) => name);
  const listed = ({ plugin, tool, effect }: ListedTool, { client }: Session): ExposedTool => {
    const known = knownClient(client);
    const name = exposedName(plugin, tool.name, LONGEST_NAME - (known?.namePrefix ?? 0));
    const waitsFor = isGated ? gatesOf(plugin, tool.name) : [];
    // The whole schema still validates.
    const lowered = lower(tool.inputSchema, known?.schemas ?? "common");
    const confirmBy = known?.gatesByAnnotations === true ? "client" : "person";
    return {
      tool: {
        ...tool,
        name,
        inputSchema: lowered.schema,
        annotations: { ...tool.annotations, ...hintsOf(effect) },
        ...(waitsFor.length > 0 && { _meta: { ...tool._meta, [WAITS_FOR_KEY]: waitsFor } }),
      },
      run: (args, session, io) =>
        answerCall(
          runtime,
          { target: { plugin, tool: tool.name }, arguments: restored(lowered, args), confirmBy, isGated },
          { budget, reader: READ, hasOutputSchema: tool.outputSchema !== undefined },
          session,
          io,
        ),
    };
  };
  const list = async (session: Session) => [
    ...(await own.list(session)),
    ...(await runtime.tools(session.caller)).map((each) => listed(each, session)),
  ];
  return {
    isChanging: true,
    guide: own.guide,
    list,
    find: async (name, session) => (await list(session)).find(({ tool }) => tool.name === name),
  };
}

/** The arguments under the schema's own names, some of which not every client takes. */
function restored({ restore }: LoweredSchema, args: unknown): unknown {
  return isObject(args) ? restore(args as JsonObject) : args;
}

/** The hints that clients gate by, as the runtime itself treats the tool. */
function hintsOf(effect: Effect): ToolAnnotations {
  return effect === "read"
    ? { readOnlyHint: true }
    : { readOnlyHint: false, destructiveHint: effect === "destructive" };
}
