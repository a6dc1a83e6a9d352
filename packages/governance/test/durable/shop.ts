import { definePlugin, defineTool, type Plugin, ToolError, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";

/** A shop that is shut: its tool cannot be reached until `isOpen`. */
export function shop(isOpen: () => boolean = () => false): Plugin {
  const look = defineTool({
    name: "look",
    input: Type.Object({}),
    effect: "read",
    call() {
      if (isOpen()) return "apples";
      throw new ToolError("upstream_unavailable", "The shop is shut.");
    },
  });
  return definePlugin({ name: "Shop", prefix: "shop", adapter: toolsAdapter([look]) });
}

/** A market that has no list of its tools before `listed` gives one. */
export function market(listed: () => Promise<void>): Plugin {
  const listTools = () => listed().then(() => ({ tools: [] }));
  return { name: "Market", prefix: "market", adapter: { listTools, call: () => "nothing" } };
}

/** What the market says while it does not let anybody in. */
export const loginRequired = new ToolError("login_required", "Log in at the market's door.");

/** A call of the shop's tool. */
export const look = { target: { plugin: "shop", tool: "look" } } as const;
