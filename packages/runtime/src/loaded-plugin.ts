import {
  type Adapter,
  type AdapterHost,
  type Caller,
  type Plugin,
  type Problem,
  type ReadContext,
  type Skill,
  ToolError,
} from "@agent-tools/contract";
import { type CompiledSchema, compileSchema } from "@agent-tools/schema";
import { parseUses, relatedProblems, type UsesMatcher } from "@agent-tools/skills";
import { checkAdapter, checkPlugin, skillProblem } from "./plugin-check.js";
import { type SecretScrubber, secretScrubber } from "./secret-scrubber.js";
import type { SecretSource } from "./secret-source.js";
import { within } from "./within.js";

/** A skill of a loaded plugin, with what was worked out once. */
export interface LoadedSkill {
  /** The prefix of the plugin that it belongs to. */
  readonly plugin: string;
  readonly name: string;
  readonly skill: Skill;
  readonly input: CompiledSchema;
  readonly mayUse: UsesMatcher;
}

/** A plugin that is part of the runtime: checked, its adapter made, its secrets remembered for scrubbing. */
export interface LoadedPlugin {
  readonly plugin: Plugin;
  readonly prefix: string;
  readonly adapter: Adapter;
  readonly skills: ReadonlyMap<string, LoadedSkill>;
  readonly isPerCaller: boolean;
  readonly scrubber: SecretScrubber;
  /** The plugin's secrets for this caller; what is handed out is scrubbed from everything that comes back. */
  readContext(caller: Caller, signal: AbortSignal, tool?: string): ReadContext;
}

/** How plugins are loaded. */
export interface LoadPluginsOptions {
  readonly plugins: readonly Plugin[];
  readonly secrets: SecretSource;
  readonly hostFor: (prefix: string) => AdapterHost;
  /** Milliseconds that a `createAdapter` may take. */
  readonly startMs: number;
  readonly report: (problem: Problem) => void;
}

/** Every plugin that could be loaded, in the order given; the others are reported and left out. */
export async function loadPlugins(options: LoadPluginsOptions): Promise<readonly LoadedPlugin[]> {
  const { plugins, report } = options;
  const owners = new Map<string, Plugin>();
  const loads = plugins.map(async (plugin): Promise<LoadedPlugin | undefined> => {
    try {
      checkPlugin(plugin);
      const owner = owners.get(plugin.prefix);
      if (owner) {
        const words = `plugin "${plugin.name}": prefix "${plugin.prefix}" is already that of plugin "${owner.name}". Give one of them another prefix.`;
        throw new ToolError("invalid_configuration", words, { details: { field: "prefix" } });
      }
      owners.set(plugin.prefix, plugin);
      return await loadPlugin(plugin, options);
    } catch (error) {
      const { message, details } = ToolError.from(error, "invalid_configuration");
      const field = details?.["field"];
      report({
        source: typeof plugin?.prefix === "string" ? plugin.prefix : "plugin",
        ...(typeof field === "string" ? { field } : {}),
        message: `${message} The plugin is left out.`,
      });
      return undefined;
    }
  });
  const loaded = (await Promise.all(loads)).filter((plugin) => plugin !== undefined);
  const skillOwners = loaded.map(({ prefix, plugin: { skills = {} } }) => ({ prefix, skills }));
  for (const { plugin, message } of relatedProblems(skillOwners)) report({ source: plugin, field: "related", message });
  for (const { prefix, skills } of loaded) reportUnknownUses(prefix, skills, loaded, report);
  return loaded;
}

async function loadPlugin(plugin: Plugin, options: LoadPluginsOptions): Promise<LoadedPlugin> {
  const { secrets, hostFor, startMs, report } = options;
  const { prefix } = plugin;
  const scrubber = secretScrubber();
  const adapter = plugin.adapter ?? (await create(startMs, plugin, withCleanLog(hostFor(prefix), scrubber)));
  checkAdapter(adapter, `plugin "${plugin.name}"`, plugin.adapter ? "adapter" : "createAdapter");
  const declared = new Set(plugin.secrets);
  const isDeclared = (name: string, tool: string | undefined) =>
    declared.has(name) || (tool !== undefined && secretsOf(plugin, tool).includes(name));
  return {
    plugin,
    prefix,
    adapter,
    skills: loadSkills(plugin, report),
    isPerCaller: (plugin.catalogue ?? (declared.size > 0 && secrets.isPerCaller ? "caller" : "shared")) === "caller",
    scrubber,
    readContext: (caller, signal, tool) => ({
      caller,
      signal,
      secrets: {
        async get(name) {
          if (!isDeclared(name, tool)) {
            throw new ToolError(
              "missing_secret",
              `The secret "${name}" is not among those that plugin "${plugin.name}" declares.`,
              {
                hint: `Add "${name}" to the plugin's secrets, or to the tool's in toolSecrets.`,
              },
            );
          }
          const value = await secrets.get(name, caller);
          if (value === undefined) {
            throw new ToolError("missing_secret", `The secret "${name}" of plugin "${plugin.name}" is not set.`);
          }
          scrubber.add(value);
          return value;
        },
        conceal: (value) => scrubber.add(value),
        scrub: (text, cutAt) => scrubber.text(text, cutAt),
      },
    }),
  };
}

/** The secrets that a plugin declares for one of its tools alone. */
export function secretsOf({ toolSecrets = {} }: Plugin, tool: string): readonly string[] {
  return Object.hasOwn(toolSecrets, tool) ? (toolSecrets[tool] ?? []) : [];
}

/** What a plugin logs outside of a call holds none of its secrets either. */
function withCleanLog(host: AdapterHost, scrubber: SecretScrubber): AdapterHost {
  return {
    ...host,
    log: (level, data, logger) =>
      host.log(level, scrubber.value(data), ...(logger === undefined ? [] : [scrubber.text(logger)])),
  };
}

async function create(startMs: number, plugin: Plugin, host: AdapterHost): Promise<unknown> {
  const failed = (words: string, cause?: unknown) =>
    new ToolError("invalid_configuration", `plugin "${plugin.name}": createAdapter ${words}`, {
      details: { field: "createAdapter" },
      cause,
    });
  try {
    return await within<unknown>(startMs, Promise.resolve(plugin.createAdapter?.(host)), () => {
      throw failed(`did not answer within ${startMs} ms. Connect lazily, in listTools and call.`);
    });
  } catch (error) {
    if (ToolError.is(error)) throw error;
    throw failed(`failed: ${(error as Error)?.message ?? String(error)}`, error);
  }
}

function loadSkills(plugin: Plugin, report: (problem: Problem) => void): ReadonlyMap<string, LoadedSkill> {
  const skills = new Map<string, LoadedSkill>();
  for (const [name, skill] of Object.entries(plugin.skills ?? {})) {
    const left = (field: string, words: string) =>
      report({ source: plugin.prefix, field, message: `skill "${name}" ${words} The skill is left out.` });
    const problem = skillProblem(skill);
    if (problem !== undefined) {
      left(`skills.${name}`, problem);
      continue;
    }
    const input = compileSchema(skill.meta?.inputSchema);
    if (input.problem !== undefined) {
      left(`skills.${name}.meta.inputSchema`, `has a schema that does not compile: ${input.problem}`);
      continue;
    }
    try {
      skills.set(name, {
        plugin: plugin.prefix,
        name,
        skill,
        input,
        mayUse: parseUses(skill.meta?.uses, plugin.prefix),
      });
    } catch (error) {
      left(`skills.${name}.meta.uses`, `cannot be loaded: ${ToolError.from(error).message}`);
    }
  }
  return skills;
}

function reportUnknownUses(
  prefix: string,
  skills: ReadonlyMap<string, LoadedSkill>,
  loaded: readonly LoadedPlugin[],
  report: (problem: Problem) => void,
): void {
  const prefixes = new Set(loaded.map((plugin) => plugin.prefix));
  for (const { name, mayUse } of skills.values()) {
    for (const used of mayUse.plugins) {
      if (prefixes.has(used)) continue;
      const message = `skill "${name}" uses plugin "${used}", which is not here. Load that plugin, or correct meta.uses.`;
      report({ source: prefix, field: `skills.${name}.meta.uses`, message });
    }
  }
}
