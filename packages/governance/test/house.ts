import { type Caller, definePlugin, defineTool, localCaller, type Plugin, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";

/** What ran, in order: `prefix:tool` and its arguments. */
export interface Ran {
  readonly tool: string;
  readonly arguments: unknown;
}

/** A plugin `home` with tools that write down that they ran, and a skill that switches a light by them. */
export function house(ran: Ran[] = []): Plugin {
  const tool = (name: string, effect: "read" | "write" | "destructive", run: (args: { item?: string }) => unknown) =>
    defineTool({
      name,
      description: `${name.replace("_", " ")} in the house`,
      input: Type.Object({ item: Type.Optional(Type.String()) }),
      effect,
      call: (args) => {
        ran.push({ tool: `home:${name}`, arguments: args });
        return run(args);
      },
    });
  return definePlugin({
    name: "Home",
    prefix: "home",
    adapter: toolsAdapter([
      tool("read_notes", "read", () => "buy milk"),
      tool("switch_light", "write", ({ item = "lamp" }) => `switched ${item}`),
      tool("burn_notes", "destructive", () => "gone"),
      tool("broken", "read", () => {
        throw new Error("no power");
      }),
    ]),
    skills: {
      evening: {
        run: (adapter, args) => adapter.call("switch_light", args),
        meta: { description: "the evening light", inputSchema: { type: "object" } },
      },
    },
  });
}

/** A caller of this house. */
export function resident(fields: Partial<Caller> = {}): Caller {
  return localCaller({ workspace: "house", agent: "casa", caller: "ana", channel: "console", ...fields });
}
