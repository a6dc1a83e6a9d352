import { isObject } from "@agent-tools/contract";
import type { AgentFile } from "./governance-schema.js";

/** The built-in tools, in the order of their listing. */
export const systemTools = [
  "time",
  "echo",
  "calc",
  "read_file",
  "http_fetch",
  "webhook_call",
  "memory_note",
  "memory_search",
  "knowledge_search",
] as const;

/** The name of a built-in tool. */
export type SystemTool = (typeof systemTools)[number];

/** Whether a name is that of a built-in tool. */
export function isSystemTool(name: string): name is SystemTool {
  return (systemTools as readonly string[]).includes(name);
}

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;
type Camelled<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T as K extends string ? Camel<K> : K]: T[K] }
    : T;
type Cages = Pick<AgentFile["agent"], "read_file" | "http_fetch" | "webhook_call" | "memory" | "knowledge_search">;

/** The options of the built-in tools' adapter, as the file has them. */
export type SystemSettings = {
  readonly [K in keyof Cages as Camel<K & string>]: Camelled<Exclude<Cages[K], undefined>>;
} & {
  readonly tools: readonly SystemTool[];
  readonly grants: readonly { readonly tool: string; readonly mode: "allow" | "shadow" | "deny" }[];
};

/** An agent's built-in tools (those without a prefix), their cages and its grants. */
export function systemSettings({ agent }: AgentFile): SystemSettings {
  const { read_file, http_fetch, webhook_call, memory, knowledge_search } = agent;
  const cages = Object.entries({ read_file, http_fetch, webhook_call, memory, knowledge_search });
  return {
    tools: agent.tools.filter(isSystemTool),
    grants: (agent.governance ?? []).map(({ tool, mode }) => ({ tool, mode })),
    ...Object.fromEntries(cages.flatMap(([key, cage]) => (cage ? [[camel(key), camelled(cage)]] : []))),
  };
}

function camelled(cage: object): object {
  return isObject(cage) ? Object.fromEntries(Object.entries(cage).map(([key, value]) => [camel(key), value])) : cage;
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
