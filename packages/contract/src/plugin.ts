import type { Adapter, AdapterHost } from "./adapter.js";
import type { Effect } from "./effect.js";
import type { Awaitable } from "./json.js";
import type { Skill } from "./skill.js";

/** What a plugin says about itself, the same in an object and in `plugin.json`. */
export interface PluginFields {
  readonly name: string;
  /** Names the plugin to agents: 1 to 16 characters of `a-z 0-9 _ -`, first a letter, last no mark, no `__`. Unique in a host. */
  readonly prefix: string;
  /** One line for help and listings. */
  readonly description?: string;
  /** What the plugin is about, for example `github`: plugins of one domain are named as each other's alternative. */
  readonly domain?: string;
  /** Tools that only read. */
  readonly readonlyTools?: readonly string[];
  /** Effects by tool name; they win over `readonlyTools`. */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** `false`: no tool of this plugin asks for `confirm: true`. Default `true`. */
  readonly requireConfirm?: boolean;
  /** Appended to the description of this plugin's discover. */
  readonly discoverHint?: string;
  /** The names of the secrets that the adapter may ask for; no other is ever handed out. */
  readonly secrets?: readonly string[];
  /**
   * The secrets of single tools, by tool name: only a call of that tool may ask for them, and each is there before anything
   * is sent.
   */
  readonly toolSecrets?: Readonly<Record<string, readonly string[]>>;
  /** Believe an upstream's annotations when they say that a tool only reads. Default `false`. */
  readonly trustAnnotations?: boolean;
  /** `caller`: each caller has a list of its own. `shared`: one list for all. Default `caller` where there are secrets. */
  readonly catalogue?: "shared" | "caller";
}

/** A plugin as an object: its fields, its skills by name, and exactly one of `adapter` and `createAdapter`. */
export type Plugin = PluginFields & { readonly skills?: Readonly<Record<string, Skill>> } & (
    | { readonly adapter: Adapter; readonly createAdapter?: never }
    | { readonly createAdapter: (host: AdapterHost) => Awaitable<Adapter>; readonly adapter?: never }
  );

/** The plugin itself, checked by the compiler. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
