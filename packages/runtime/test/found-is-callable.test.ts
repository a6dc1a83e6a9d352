import {
  type Adapter,
  definePlugin,
  localCaller,
  type Plugin,
  ToolError,
  type ToolResult,
} from "@agent-tools/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRuntime, type Exposure, expose, type Policy, type Runtime } from "../src/index.js";

const caller = localCaller();
const session = { caller };

/** A server that comes and goes, and whose tools get other names. What it does not have, it refuses. */
class Server {
  prefix: string;
  names: string[];
  isUp = true;
  announce: () => void = () => {};

  constructor(prefix: string, names: readonly string[]) {
    this.prefix = prefix;
    this.names = [...names];
  }

  get plugin(): Plugin {
    const skill = { meta: { description: "A recipe of lists." }, run: () => "recipe" };
    const skills = { recipe: skill };
    return definePlugin({
      ...{ name: `Server ${this.prefix}`, prefix: this.prefix, requireConfirm: false, skills },
      createAdapter: ({ toolsChanged }): Adapter => {
        this.announce = toolsChanged;
        return {
          listTools: async () => {
            this.#reach();
            const tools = this.names.map((name) => ({ name, description: `The list called ${name}.` }));
            return { tools };
          },
          call: async (name) => {
            this.#reach();
            if (!this.names.includes(name)) throw new ToolError("unknown_target", `No tool "${name}" is left.`);
            return `${this.prefix} ran ${name}`;
          },
        };
      },
    });
  }

  #reach(): void {
    if (!this.isUp) throw new ToolError("upstream_unavailable", "The server is down.");
  }
}

/** What happens between two looks, to the server of a number. */
type Event =
  | {
      readonly kind: "rename" | "remove" | "restart";
      readonly server: number;
      readonly tool: number;
      readonly name: string;
    }
  | { readonly kind: "up" | "down"; readonly server: number }
  | { readonly kind: "rename plugin"; readonly server: number; readonly prefix: string }
  | { readonly kind: "deny"; readonly server: number; readonly isDenied: boolean };

const toolName = fc.oneof(
  fc.constantFrom(
    "list",
    "List",
    "list_items",
    "listItems",
    "list-items",
    "a__list",
    "list.items",
    "items/list",
    "über list",
  ),
  fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name.trim() !== ""),
);
const server = fc.nat({ max: 1 });
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("rename", "remove", "restart"),
    server,
    tool: fc.nat({ max: 3 }),
    name: toolName,
  }),
  fc.record({ kind: fc.constantFrom("up", "down"), server }),
  fc.record({ kind: fc.constant("rename plugin"), server, prefix: fc.constantFrom("c", "d-e") }),
  fc.record({ kind: fc.constant("deny"), server, isDenied: fc.boolean() }),
) as fc.Arbitrary<Event>;

describe("what discover finds", () => {
  test("R55 every hit can be described and called, or is marked, whatever is renamed, reconnected or denied", async () => {
    const names = fc.uniqueArray(toolName, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(names, names, fc.array(event, { maxLength: 6 }), async (first, second, events) => {
        const servers = [new Server("a", first), new Server("b", second)];
        const denied = new Set<number>();
        let runtime = await open(servers, denied);
        try {
          await lookAndCall(runtime, servers);
          for (const each of events) {
            if (each.kind === "rename plugin") {
              await runtime.close();
              const other = servers[1 - each.server] as Server;
              if (other.prefix !== each.prefix) (servers[each.server] as Server).prefix = each.prefix;
              runtime = await open(servers, denied);
            } else happen(each, servers, denied);
            await lookAndCall(runtime, servers);
          }
        } finally {
          await runtime.close();
        }
      }),
      { numRuns: 20 },
    );
  });
});

async function open(servers: readonly Server[], denied: ReadonlySet<number>): Promise<Runtime> {
  const policy: Policy = {
    decide: ({ target }) => ({
      mode: denied.has(servers.findIndex(({ prefix }) => prefix === target.plugin)) ? "deny" : "allow",
    }),
  };
  const toRead = [{ name: "list-care", description: "How to care for lists.", allowedTools: [] }];
  const skills = { list: () => toRead, body: () => "instructions" };
  return createRuntime({ plugins: servers.map(({ plugin }) => plugin), skills, policy, log: () => {} });
}

function happen(
  event: Exclude<Event, { kind: "rename plugin" }>,
  servers: readonly Server[],
  denied: Set<number>,
): void {
  const server = servers[event.server] as Server;
  if (event.kind === "deny") {
    if (event.isDenied) denied.add(event.server);
    else denied.delete(event.server);
    return;
  }
  if ("tool" in event) {
    server.names.splice(event.tool, 1);
    if (event.kind === "rename" && !server.names.includes(event.name)) server.names.push(event.name);
    if (event.kind === "restart") server.names.reverse();
  } else server.isUp = event.kind === "up";
  // An adapter says what it has noticed: another list, or another connection.
  server.announce();
}

interface Answer {
  readonly hits: readonly {
    readonly kind: string;
    readonly plugin?: string;
    readonly name: string;
    readonly call?: string;
    readonly args?: string;
  }[];
  readonly more?: { readonly offset: number };
  readonly notes?: readonly { readonly plugin: string }[];
}

async function lookAndCall(runtime: Runtime, servers: readonly Server[]): Promise<void> {
  const compact = expose(runtime, "compact");
  for (const query of ["", "list of items", servers[0]?.names[0] ?? "recipe"]) {
    await follow(compact, runtime, { query }, { discover: "discover", call: "call", run: "run_skill" }, servers);
  }
  const perPlugin = expose(runtime, "per-plugin");
  for (const { prefix } of servers) {
    const tool = (verb: string) => `agent_tools_${prefix}_${verb}`;
    const words = { discover: tool("discover"), call: tool("call"), run: tool("run_skill"), plugin: prefix };
    await follow(perPlugin, runtime, { query: "" }, words, servers);
    await follow(perPlugin, runtime, { query: "recipe" }, words, servers);
  }
}

interface Words {
  readonly discover: string;
  readonly call: string;
  readonly run: string;
  readonly plugin?: string;
}

/** Asks, and describes and calls every hit of the answer. */
async function follow(
  exposure: Exposure,
  runtime: Runtime,
  question: object,
  words: Words,
  servers: readonly Server[],
): Promise<void> {
  const asked = { ...question, detail: "full", limit: 50 };
  const { hits, notes = [] } = JSON.parse(textOf(await exposure.callTool(words.discover, asked, session))) as Answer;
  for (const { kind, name, plugin: owner, call, args } of hits) {
    if (args?.startsWith("none: read it with")) {
      const reader = words.plugin === undefined ? "read" : "agent_tools_read";
      expect(textOf(await exposure.callTool(reader, { skill: name }, session))).toBe("instructions");
      continue;
    }
    const plugin = owner ?? (words.plugin as string);
    const isMarked = notes.some((note) => note.plugin === plugin);
    const named = words.plugin === undefined ? { plugin } : {};
    const target = kind === "skill" ? { plugin, skill: name } : { plugin, tool: name };
    expect(await runtime.explain(target, caller)).toMatchObject({ isThere: true });
    if (kind === "tool") expect(call).toContain("(");
    const result =
      kind === "skill"
        ? await exposure.callTool(words.run, { ...named, skill: name, confirm: true }, session)
        : await exposure.callTool(words.call, { ...named, toolName: name }, session);
    const isUp = servers.find(({ prefix }) => prefix === plugin)?.isUp;
    if (kind === "skill") expect(textOf(result)).toBe("recipe");
    else if (isUp) expect(textOf(result)).toBe(`${plugin} ran ${name}`);
    else
      expect({ isMarked, told: textOf(result) }).toMatchObject({
        isMarked: true,
        told: expect.stringContaining("down"),
      });
  }
}

function textOf(result: unknown): string {
  return String((result as ToolResult).content[0]?.["text"]);
}
