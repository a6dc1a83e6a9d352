// What a client pays before the first call: bytes and tokens (characters / 4) of tools/list and instructions, per exposure,
// with 10, 100 and 1,000 tools behind it, beside listing everything natively.
import { localCaller } from "@agent-tools/contract";
import { createRuntime, expose } from "@agent-tools/runtime";
import { table } from "./measure.mjs";

const TOOLS_PER_PLUGIN = 25;
const SKILLS_PER_PLUGIN = 8;
const session = { caller: localCaller() };

export async function run() {
  const rows = [];
  for (const tools of [10, 100, 1_000]) {
    const runtime = await createRuntime({ plugins: pluginsWith(tools) });
    const native = await cost(expose(runtime, "native"));
    for (const exposure of ["compact", "per-plugin", "native"]) {
      const { bytes, tokens, listed } = exposure === "native" ? native : await cost(expose(runtime, exposure));
      const plugins = runtime.plugins.length;
      rows.push({
        tools,
        plugins,
        exposure,
        listed,
        bytes,
        tokens,
        "of native": `${((100 * tokens) / native.tokens).toFixed(1)} %`,
      });
    }
    await runtime.close();
  }
  table(rows);
  const compact = Math.max(...rows.filter(({ exposure }) => exposure === "compact").map(({ tokens }) => tokens));
  const perPlugin = Math.max(
    ...rows.filter(({ exposure }) => exposure === "per-plugin").map(({ tokens, plugins }) => (tokens - 400) / plugins),
  );
  return {
    bench: "context",
    rows,
    compactTokens: compact,
    perPluginTokens: perPlugin,
    isOnTarget: compact <= 1_500 && perPlugin <= 450,
  };
}

async function cost(exposure) {
  const tools = await exposure.listTools(session);
  const text = JSON.stringify(tools) + (await exposure.instructions(session));
  return { listed: tools.length, bytes: Buffer.byteLength(text), tokens: Math.ceil(text.length / 4) };
}

/** Plugins of 25 tools and 8 skills, as large as real definitions are (the median input schema has four properties). */
function pluginsWith(total) {
  const count = Math.ceil(total / TOOLS_PER_PLUGIN);
  return Array.from({ length: count }, (_, plugin) => {
    const tools = Array.from({ length: Math.min(TOOLS_PER_PLUGIN, total - plugin * TOOLS_PER_PLUGIN) }, (_, tool) => ({
      name: `${verbs[tool % verbs.length]}_${nouns[tool % nouns.length]}_${tool}`,
      description: `Works on the ${nouns[tool % nouns.length]} records of one project and answers with what it found or changed.`,
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string", description: "Which record, by its id" },
          project: { type: "string", description: "The project that it belongs to" },
          limit: { type: "integer", minimum: 1, maximum: 100, description: "The most records to answer with" },
          order: { type: "string", enum: ["newest", "oldest"], description: "Which come first" },
        },
        required: ["id", "project"],
      },
    }));
    const skills = Array.from({ length: SKILLS_PER_PLUGIN }, (_, skill) => [
      `${verbs[skill % verbs.length]}-all-${nouns[skill % nouns.length]}`,
      { run: () => undefined },
    ]);
    return {
      name: `Service ${plugin}`,
      prefix: `service-${plugin}`,
      description: `The ${nouns[plugin % nouns.length]} of the company.`,
      skills: Object.fromEntries(skills),
      adapter: { listTools: () => ({ tools }), call: (name) => name },
    };
  });
}

const verbs = ["list", "get", "create", "update", "search", "archive"];
const nouns = ["invoice", "customer", "ticket", "shipment", "contract", "calendar", "document"];
