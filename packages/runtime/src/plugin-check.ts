import { type Adapter, effects, isObject, type Plugin, type Skill, ToolError } from "@agent-tools/contract";
import { skillMeta } from "@agent-tools/skills";

const PREFIX = /^(?!.*__)[a-z](?:[a-z0-9_-]{0,14}[a-z0-9])?$/;

const fields: Readonly<Record<string, { readonly isRight: (value: unknown) => boolean; readonly wants: string }>> = {
  name: { isRight: isText, wants: "a non-empty text" },
  prefix: {
    isRight: (value) => typeof value === "string" && PREFIX.test(value),
    wants: '1 to 16 characters of a-z, 0-9, "_" and "-", the first a letter, the last no mark, without "__"',
  },
  description: { isRight: isText, wants: "a non-empty text" },
  domain: { isRight: isText, wants: "a non-empty text" },
  readonlyTools: { isRight: isTextList, wants: "a list of tool names" },
  effects: {
    isRight: (value) => isObject(value) && Object.values(value).every((effect) => effects.includes(effect as never)),
    wants: `an object of tool name to ${effects.map((effect) => `"${effect}"`).join(", ")}`,
  },
  requireConfirm: { isRight: isBoolean, wants: "true or false" },
  discoverHint: { isRight: isText, wants: "a non-empty text" },
  secrets: { isRight: isTextList, wants: "a list of secret names" },
  toolSecrets: {
    isRight: (value) => isObject(value) && Object.values(value).every(isTextList),
    wants: "an object of tool name to a list of secret names",
  },
  trustAnnotations: { isRight: isBoolean, wants: "true or false" },
  catalogue: { isRight: (value) => value === "shared" || value === "caller", wants: '"shared" or "caller"' },
};

/** Throws `invalid_configuration` at the first field that every plugin has and this one has wrong. */
export function checkPluginFields(plugin: Readonly<Record<string, unknown>>, source: string): void {
  for (const [field, { isRight, wants }] of Object.entries(fields)) {
    const value = plugin[field];
    if (value === undefined && field !== "name" && field !== "prefix") continue;
    if (!isRight(value)) throw wrongField(source, field, `is ${shown(value)}; it must be ${wants}.`);
  }
}

/** Throws `invalid_configuration` where a plugin object does not hold what it must. */
export function checkPlugin(plugin: Plugin): void {
  if (!isObject(plugin)) {
    throw new ToolError("invalid_configuration", `A plugin is ${shown(plugin)}; it must be an object.`);
  }
  const source = `plugin ${shown(plugin.name)}`;
  checkPluginFields(plugin, source);
  if ((plugin.adapter === undefined) === (plugin.createAdapter === undefined)) {
    throw wrongField(source, "adapter", "must be there, or createAdapter, and not both.");
  }
  if (plugin.adapter !== undefined) checkAdapter(plugin.adapter, source, "adapter");
  if (plugin.createAdapter !== undefined && typeof plugin.createAdapter !== "function") {
    throw wrongField(source, "createAdapter", `is ${shown(plugin.createAdapter)}; it must be a function of the host.`);
  }
  if (plugin.skills !== undefined && !isObject(plugin.skills)) {
    throw wrongField(source, "skills", `is ${shown(plugin.skills)}; it must be an object of name to skill.`);
  }
}

/** Throws `invalid_configuration` where a value is no adapter. */
export function checkAdapter(adapter: unknown, source: string, field: string): asserts adapter is Adapter {
  for (const method of ["listTools", "call"]) {
    if (typeof (adapter as Record<string, unknown> | null | undefined)?.[method] === "function") continue;
    throw wrongField(source, field, `has no method ${method}; an adapter needs listTools and call.`);
  }
}

/** What is wrong with one skill of a plugin, or undefined. */
export function skillProblem(skill: unknown): string | undefined {
  if (!isObject(skill) || typeof (skill as unknown as Skill).run !== "function") {
    return "has no run; a skill is { run(adapter, args, context), meta? }.";
  }
  try {
    skillMeta(skill["meta"], "the plugin");
    return undefined;
  } catch (error) {
    return `cannot be loaded: ${ToolError.from(error).message}`;
  }
}

function wrongField(source: string, field: string, words: string): ToolError {
  return new ToolError("invalid_configuration", `${source}: ${field} ${words}`, { details: { source, field } });
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
