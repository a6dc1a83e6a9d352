import type { Caller, Effect, Plugin, Tool } from "@agent-tools/contract";
import type { PolicySubject } from "@agent-tools/runtime";

export const plugins = ["alpha", "beta"] as const;
const effects: Readonly<Record<string, Effect>> = { look: "read", change: "write", wipe: "destructive", peek: "read" };

// Every name is found nowhere else, so that it can be looked for in any text.
const toolsOf = (plugin: string): Tool[] =>
  Object.keys(effects).map((name) => ({
    name: `${plugin}_${name}_tool`,
    description: `Does work number ${name.length}.`,
    inputSchema: { type: "object", properties: {} },
    ...(name === "peek" && { _meta: { "agent-tools/sensitive": true } }),
    ...(name === "change" && { annotations: { openWorldHint: false } }),
  }));
const skillsOf = (plugin: string) => [`${plugin}_roam_skill`];
const urisOf = (plugin: string) => [`${plugin}://paper`];
const promptsOf = (plugin: string) => [`${plugin}_greet_prompt`];
const effectOf = (name: string) => effects[name.split("_")[1] as string] as Effect;

export interface Seen {
  /** What ran, as `kind name`. */
  readonly ran: string[];
  /** What skills were shown. */
  readonly shown: unknown[];
}

/** Plugins whose parts write down that they ran, after asking whether they may. */
export function world(seen: Seen, mayRun: (kind: string, name: string, caller: Caller) => void): Plugin[] {
  return plugins.map((prefix): Plugin => {
    const ran = (kind: string, name: string, caller: Caller) => {
      mayRun(kind, name, caller);
      seen.ran.push(`${kind} ${name}`);
    };
    return {
      ...{ name: prefix, prefix, requireConfirm: false, catalogue: "shared" },
      effects: Object.fromEntries(toolsOf(prefix).map(({ name }) => [name, effectOf(name)])),
      adapter: {
        listTools: () => ({ tools: toolsOf(prefix) }),
        call: (name: string, _args: object, context: { caller: Caller }) => {
          ran("tool", name, context.caller);
          return "done";
        },
        resources: {
          list: () => ({ items: urisOf(prefix).map((uri) => ({ uri, name: "paper" })) }),
          read(uri, { caller }) {
            ran("resource", uri, caller);
            return { contents: [{ uri, text: "words" }] };
          },
        },
        prompts: {
          list: () => ({ items: promptsOf(prefix).map((name) => ({ name })) }),
          get(name, _args, { caller }) {
            ran("prompt", name, caller);
            return { messages: [] };
          },
        },
        complete({ ref }, { caller }) {
          if (ref["type"] === "ref/prompt") ran("prompt", String(ref["name"]), caller);
          else ran("resource", String(ref["uri"]), caller);
          return { completion: { values: [] } };
        },
      },
      skills: Object.fromEntries(
        skillsOf(prefix).map((name) => [
          name,
          {
            meta: { uses: plugins.map((each) => `${each}:*`), inputSchema: { type: "object" } },
            async run(_own, _args, context) {
              ran("skill", name, context.caller);
              for (const each of plugins) {
                const adapter = context.use(each);
                seen.shown.push(await adapter.listTools(), await adapter.search("work", 50));
                for (const tool of toolsOf(each)) {
                  seen.shown.push(await adapter.describe(tool.name).catch(() => "no"));
                  await adapter.call(tool.name).catch(() => "no");
                }
              }
              return "roamed";
            },
          },
        ]),
      ),
    };
  });
}

/** Everything that there is in this world. */
export const subjects: readonly Omit<PolicySubject, "caller">[] = plugins.flatMap((plugin) => [
  ...toolsOf(plugin).map((tool) => ({ target: { plugin, tool: tool.name }, effect: effectOf(tool.name), tool })),
  // It uses everything, and says so.
  ...skillsOf(plugin).map((skill) => ({ target: { plugin, skill }, effect: "destructive" as const })),
  ...urisOf(plugin).map((resource) => ({ target: { plugin, resource }, effect: "read" as const })),
  ...promptsOf(plugin).map((prompt) => ({ target: { plugin, prompt }, effect: "read" as const })),
]);
export const nameOf = ({ target }: Pick<PolicySubject, "target">) => Object.values(target)[1] as string;
export const kindOf = ({ target }: Pick<PolicySubject, "target">) => Object.keys(target)[1] as string;
