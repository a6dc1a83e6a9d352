import { resolve } from "node:path";
import { fromMcpConfig } from "@agent-tools/adapter-mcp-proxy";
import { type Plugin, standaloneContext, standaloneHost, ToolError } from "@agent-tools/contract";
import {
  approve,
  checkFrozen,
  compareLock,
  emptyLock,
  type Lock,
  type Pinnable,
  pinnableTools,
  readLock,
  reportText,
  writeLock,
} from "@agent-tools/pins";
import { parsed, wrong } from "../arguments.js";

const START_MS = 60_000;

const options = {
  file: { type: "string", default: "tools.lock.json" },
  approve: { type: "boolean", default: false },
  frozen: { type: "boolean", default: false },
} as const;

/**
 * `agent-tools lock`: how the tools of a configuration's servers stand to `tools.lock.json`. Shows what is not approved; with
 * `--approve` approves what is there now; with `--frozen` fails where the lock does not say exactly what is there.
 */
export async function runLock(args: string[]): Promise<number> {
  const { config, values } = lockOptions(args);
  const path = resolve(values.file);
  const [lock, found] = [await readLock(path), await toolsOf(config)];
  const prefixes = new Set(found.map(({ prefix }) => prefix));
  const items = found.flatMap((each) => each.items);
  const own = toolsOnly(lock, prefixes);
  if (values.frozen) {
    checkFrozen(own, items);
    console.log(`${path} says what is there: ${items.length} tools.`);
    return 0;
  }
  const report = reportText(compareLock(own, items));
  if (report !== "") console.log(report);
  if (values.approve) {
    const now = approve(emptyLock, items);
    const plugins = [...prefixes].map((prefix) => {
      const { tools } = now.plugins[prefix] ?? { tools: {} };
      return [prefix, { tools, skills: lock.plugins[prefix]?.skills ?? {} }] as const;
    });
    await writeLock(path, { ...lock, plugins: { ...lock.plugins, ...Object.fromEntries(plugins) } });
  }
  console.log(
    values.approve
      ? `${path}: ${items.length} tools are approved as they are now.`
      : report === ""
        ? `All ${items.length} tools are approved.`
        : "Look at each, and approve them with --approve.",
  );
  return 0;
}

function lockOptions(args: string[]) {
  const { values, positionals } = parsed({ args, options, allowPositionals: true });
  const [config, ...more] = positionals;
  if (config === undefined || more.length > 0) throw wrong("Name one file of MCP servers, for example .mcp.json.");
  if (values.approve && values.frozen) throw wrong("--frozen approves nothing; leave out one of the two.");
  return { config, values };
}

/** What the lock has of these plugins' tools: the rest of it is for whoever knows the rest. */
function toolsOnly({ plugins, ...lock }: Lock, prefixes: ReadonlySet<string>): Lock {
  const own = Object.entries(plugins).filter(([prefix]) => prefixes.has(prefix));
  return { ...lock, plugins: Object.fromEntries(own.map(([prefix, { tools }]) => [prefix, { tools, skills: {} }])) };
}

interface Found {
  readonly prefix: string;
  readonly items: readonly Pinnable[];
}

/** Starts every server of the configuration and lists its tools. Throws where one cannot be had. */
async function toolsOf(config: string): Promise<readonly Found[]> {
  const { plugins, problems } = await fromMcpConfig(config);
  const [problem] = problems;
  if (problem) throw wrong(`${problem.source}, ${problem.field}: ${problem.message}`);
  return Promise.all(plugins.map(listed));
}

async function listed({ name, prefix, createAdapter }: Plugin): Promise<Found> {
  const adapter = await createAdapter?.(standaloneHost({ log() {} }));
  const environment = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const context = standaloneContext({ secrets: Object.fromEntries(environment), timeoutMs: START_MS });
  try {
    const { tools } = (await adapter?.listTools(context)) ?? { tools: [] };
    return { prefix, items: pinnableTools(prefix, tools) };
  } catch (error) {
    const { code, message, hint } = ToolError.from(error, "upstream_unavailable");
    throw new ToolError(code, `The tools of server "${name}" cannot be listed: ${message}`, { hint, cause: error });
  } finally {
    await adapter?.close?.();
  }
}
