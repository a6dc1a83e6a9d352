import { Type } from "typebox";
import { type Adapter, type AdapterHost, definePlugin, defineTool, type Plugin, toolsAdapter } from "../src/index.js";

/** An adapter as it was written before this contract: own interfaces without index signatures, no contexts, no imports. */
interface Definition {
  name: string;
  description: string;
  inputSchema: JsonSchema;
}
interface JsonSchema {
  type: string;
  properties?: Record<string, JsonSchema>;
}
interface Found {
  query: string;
  matches: { name: string; score: number }[];
}
interface IssueArguments {
  id: string;
  limit?: number;
}
class IssueTracker {
  private readonly definitions: Definition[] = [];
  async listTools(): Promise<{ tools: Definition[] }> {
    return { tools: this.definitions };
  }
  async search(query: string): Promise<Found> {
    return { query, matches: [] };
  }
  async describe(name: string): Promise<Definition> {
    throw new Error(name);
  }
  async call(name: string, args: IssueArguments): Promise<{ content: { type: "text"; text: string }[] }> {
    return { content: [{ type: "text", text: `${name} ${args.id} ${args.limit}` }] };
  }
  async discoverContext(): Promise<{ repository: string }> {
    return { repository: "demo" };
  }
}
export const tracker: Adapter = new IssueTracker();

/** The least there is: two methods, nothing awaited. */
class Least {
  listTools(): { tools: { name: string }[] } {
    return { tools: [{ name: "ping" }] };
  }
  call(): string {
    return "pong";
  }
}
export const least: Adapter = new Least();

// @ts-expect-error: a tool without a name is none.
export const nameless: Adapter = { listTools: () => ({ tools: [{ title: "Ping" }] }), call: () => "pong" };

// @ts-expect-error: without call there is no adapter.
export const listOnly: Adapter = { listTools: () => ({ tools: [] }) };

const adapter: Adapter = toolsAdapter([defineTool({ name: "ping", input: Type.Object({}), call: () => "pong" })]);

export const withAdapter: Plugin = definePlugin({ name: "demo", prefix: "demo", adapter });
export const withFactory: Plugin = definePlugin({
  name: "demo",
  prefix: "demo",
  createAdapter(host) {
    const { log }: AdapterHost = host;
    log("info", "made");
    return adapter;
  },
});
export const withPlainClass: Plugin = definePlugin({ name: "demo", prefix: "demo", adapter: new IssueTracker() });

// @ts-expect-error: exactly one of adapter and createAdapter, not both,
definePlugin({ name: "demo", prefix: "demo", adapter, createAdapter: () => adapter });

// @ts-expect-error: and not neither.
definePlugin({ name: "demo", prefix: "demo" });

// @ts-expect-error: a plugin has a prefix.
definePlugin({ name: "demo", adapter });
