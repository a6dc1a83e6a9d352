import type { SearchAnswer } from "./adapter.js";
import type { CallContext } from "./context.js";
import type { Awaitable, Json } from "./json.js";
import type { Schema, Tool } from "./tool.js";

/**
 * The adapter that a skill gets: the five names, every call on the governed path. `call` answers with the plain value:
 * scrubbed, never cut; a failure is thrown as a ToolError.
 */
export interface GovernedAdapter {
  listTools(): Promise<{ readonly tools: readonly Tool[] }>;
  search(query: string, limit?: number): Promise<SearchAnswer>;
  describe(name: string): Promise<Tool>;
  // biome-ignore lint/suspicious/noExplicitAny: a skill knows the shape that its own tools answer with.
  call(name: string, args?: object): Promise<any>;
  discoverContext(): Promise<Json | undefined>;
}

/** What a skill is given beside its adapter and arguments. */
export interface SkillContext extends CallContext {
  /** Another plugin's governed adapter. Throws `denied` unless `meta.uses` names the plugin. */
  use(prefix: string): GovernedAdapter;
}

/** A link from one skill to another that fits with it. */
export interface RelatedSkill {
  /** `prefix:skill` */
  readonly target: string;
  readonly why: string;
}

/** What is told about a skill. A skill without it still runs, and is still listed by name. */
export interface SkillMeta {
  /** One line: what it does. */
  readonly description?: string;
  /** The arguments, in words for a model. */
  readonly args?: string;
  /** The arguments as a schema; they are checked before the skill runs. */
  readonly inputSchema?: Schema;
  /** Which tools it calls: `prefix:pattern`, or a bare pattern for its own plugin; `*` stands for any characters. */
  readonly uses?: readonly string[];
  readonly related?: readonly RelatedSkill[];
  /** How long it may take, in milliseconds, 1 to 3,600,000. The host's limit for any call when absent. */
  readonly timeoutMs?: number;
}

/** A tested recipe that runs on the host in one call. */
export interface Skill {
  // biome-ignore lint/suspicious/noExplicitAny: each skill has its own argument type, and authors write it down.
  run(adapter: GovernedAdapter, args: any, context: SkillContext): Awaitable<unknown>;
  readonly meta?: SkillMeta;
}
