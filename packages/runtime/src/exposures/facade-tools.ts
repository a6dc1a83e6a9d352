import { isObject, type Schema, type ToolAnnotations, type ToolResult } from "@agent-tools/contract";
import { settle } from "@agent-tools/schema";
import type { CallIo, Pending, Session } from "../exposure.js";
import type { ResultBudget } from "../results/fit.js";
import type { Runtime } from "../runtime.js";
import { answerDiscover, type DiscoverArguments, type FacadeWords } from "./discover-answer.js";
import type { ExposedTool } from "./exposed-tool.js";
import { answerCall, answerHelp, answerLoad, answerRead, type ReadArguments } from "./facade-answers.js";
import { inventory } from "./inventory.js";

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

/** How the tools of a facade are made. */
export interface FacadeOptions {
  readonly budget: ResultBudget;
  /** True: a call for reading only stands beside each call. */
  readonly isSplit: boolean;
  readonly reader: string;
}

/** How to use a facade, for a model that has not seen its tools yet; what discover answers is easily taken for data. */
export function facadeGuide(discover: string, call: string): string {
  return `Find a tool by asking ${discover} for what you want to do: the answer is a catalogue, not data. Then use the tool by ${call}.`;
}

/** The annotations of a tool that only looks at this host. */
const looks: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** The annotations of a tool that only reads, wherever that is. */
const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: true };

/** The annotations of a tool behind which anything may be. */
const acts: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };

const discoverProperties: Readonly<Record<string, Schema>> = {
  query: { type: "string" },
  detail: { enum: ["names", "brief", "full"] },
  limit: { type: "integer", minimum: 1, maximum: 50 },
  offset: { type: "integer", minimum: 0 },
};

/** Where there are skills that speak of tools. */
const toolset: Schema = {
  type: "string",
  description: 'a skill: only its tools from here on; "all": every tool again',
};

/** How many characters of a description may list skills: that of `load_skill`, and that of a facade's `read`. */
const SKILLS_LISTED = 4_000;
const SKILLS_NAMED = 1_000;

const confirm: Schema = { type: "boolean", description: "true: this change is wanted" };
const select: Schema = { type: "string", description: "JMESPath of what you need" };

/** The facade's tools: discover, call, and run_skill where there are skills. */
export function facadeTools(runtime: Runtime, facade: Facade, options: FacadeOptions): readonly ExposedTool[] {
  const { plugin, discover, call, runSkill } = facade;
  const pluginProperty: Record<string, Schema> = plugin === undefined ? { plugin: { type: "string" } } : {};
  const named = (prefix: string) => (plugin === undefined ? { plugin: prefix } : {});
  const words: FacadeWords = {
    call: (prefix, toolName) => ({ name: call.name, arguments: { ...named(prefix), toolName } }),
    runSkill: (prefix, skill) => ({ name: (runSkill ?? call).name, arguments: { ...named(prefix), skill } }),
    reader: options.reader,
    namesPlugins: plugin === undefined,
  };

  const discovering = facadeTool(
    discover,
    looks,
    { ...pluginProperty, ...discoverProperties, ...(runtime.skills.isPresent ? { toolset } : {}) },
    (args: DiscoverArguments, session) =>
      answerDiscover(runtime, words, plugin === undefined ? args : { ...args, plugin }, session),
  );
  const calling = (text: FacadeToolText, kind: "tool" | "skill", isReadOnly: boolean) =>
    callingTool(runtime, { text, kind, plugin, isReadOnly }, options);
  return [
    discovering,
    calling(call, "tool", false),
    ...(options.isSplit ? [calling(readOnlyText(call), "tool", true)] : []),
    ...(runSkill === undefined ? [] : [calling(runSkill, "skill", false)]),
  ];
}

/** A tool that calls tools or runs skills: of one plugin, or of the one that each call names. */
export function callingTool(
  runtime: Runtime,
  { text, kind, plugin, isReadOnly }: CallingTool,
  { budget, reader }: Pick<FacadeOptions, "budget" | "reader">,
): ExposedTool {
  const name = kind === "tool" ? "toolName" : "skill";
  const properties = {
    ...(plugin === undefined ? { plugin: { type: "string" } } : {}),
    [name]: { type: "string" },
    arguments: { type: "object" },
    ...(isReadOnly ? {} : { confirm }),
    ...(kind === "tool" ? { select } : {}),
  };
  return {
    tool: {
      ...text,
      inputSchema: objectSchema(properties, [...(plugin === undefined ? ["plugin"] : []), name]),
      annotations: isReadOnly ? reads : acts,
    },
    run: (input, session, io) => {
      const envelope = { kind, input: input ?? {}, ...(plugin === undefined ? {} : { plugin }) };
      const shown = { budget, reader, hasOutputSchema: false, select: selectOf(input) };
      return answerCall(runtime, { envelope, isReadOnly }, shown, session, io);
    },
  };
}

interface CallingTool {
  readonly text: FacadeToolText;
  readonly kind: "tool" | "skill";
  readonly plugin: string | undefined;
  readonly isReadOnly: boolean;
}

/** The tool that gives a skill's instructions, and opens the tools that wait for it; undefined where there can be none. */
export function loadSkillTool(runtime: Runtime, name: string, reader: string): ExposedTool | undefined {
  const { isPresent, configured } = runtime.skills;
  if (!isPresent) return undefined;
  const listed = configured.length === 0 ? "" : ` Skills: ${skillInventory(runtime, SKILLS_LISTED)}.`;
  const description = `Read a skill before you use its tools; they open with it.${listed}`;
  return facadeTool(
    { name, description },
    looks,
    { skill: { type: "string" } },
    async ({ skill = "" }: { skill?: string }, session) => answerLoad(runtime, reader, skill, session),
  );
}

function skillInventory({ skills: { configured } }: Runtime, most: number): string {
  return inventory(
    configured.map(({ name, description }) => `${name} (${description.replaceAll(/\s+/g, " ")})`),
    most,
  );
}

/** The tool that pages and projects kept results, and reads resources and skills. */
export function readTool(runtime: Runtime, name: string): ExposedTool {
  const { isPresent, configured } = runtime.skills;
  const listed =
    configured.length === 0 ? "" : ` Skills to read before the work: ${skillInventory(runtime, SKILLS_NAMED)}.`;
  const description = `Read on in a result that was too large to show (by its handle), or read a resource (by its uri)${
    isPresent ? ", or a skill's instructions (by its name) or one of its files." : "."
  }${listed}`;
  const properties = {
    handle: { type: "string" },
    uri: { type: "string" },
    ...(runtime.plugins.filter(({ hasResources }) => hasResources).length > 1 ? { plugin: { type: "string" } } : {}),
    ...(isPresent ? { skill: { type: "string" }, file: { type: "string" } } : {}),
    select,
    offset: { type: "integer", minimum: 0 },
    limit: { type: "integer", minimum: 1 },
  };
  return facadeTool({ name, description }, reads, properties, (args: ReadArguments, session, io) =>
    answerRead(runtime, name, args, session, io),
  );
}

/** The tool that lists every plugin. */
export function helpTool(runtime: Runtime, name: string): ExposedTool {
  const description = "List every plugin in one line each: what it is for, its state, its skills and its alternatives.";
  return facadeTool({ name, description }, looks, {}, async (_, session) => answerHelp(runtime, session));
}

function facadeTool<Arguments>(
  text: FacadeToolText,
  annotations: ToolAnnotations,
  properties: Readonly<Record<string, Schema>>,
  run: (args: Arguments, session: Session, io: CallIo) => Promise<ToolResult | Pending>,
): ExposedTool {
  const inputSchema = objectSchema(properties);
  return {
    tool: { ...text, inputSchema, annotations },
    async run(args, session, io) {
      const settled = settle(inputSchema, args ?? {}, { toolName: text.name });
      if (settled.error) throw settled.error;
      return run(settled.value as Arguments, session, io);
    },
  };
}

function objectSchema(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}

function readOnlyText({ name, description }: FacadeToolText): FacadeToolText {
  return {
    name: `${name}_readonly`,
    description: `${description.split(".")[0]}, if it only reads; nothing is ever changed.`,
  };
}

function selectOf(input: unknown): string | undefined {
  return isObject(input) && typeof input["select"] === "string" ? input["select"] : undefined;
}
