// node … every-tool.mjs FOLDER HOST: runs every built-in tool with texts that a shell would act on, and says in a line of JSON what came of it. It is started
// without the right to start processes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type SystemToolName, systemAdapter } from "@agent-tools/adapter-system";
import { standaloneContext } from "@agent-tools/contract";

const [root = "", host = ""] = process.argv.slice(2);
const odd = "$(id) `id`; id | id && id > made";
writeFileSync(join(root, `${odd}.md`), `# ${odd}\n`);

const given: Readonly<Record<SystemToolName, object>> = {
  time: { zone: "Europe/Madrid" },
  echo: { text: odd },
  calc: { expression: "2 ^ 3" },
  read_file: { path: `${odd}.md` },
  http_fetch: { url: `http://${host}/${encodeURIComponent(odd)}` },
  webhook_call: { url: `http://${host}/`, body: { text: odd } },
  memory_note: { text: odd },
  memory_search: { query: odd },
  knowledge_search: { query: odd },
};
const adapter = systemAdapter({
  tools: Object.keys(given) as SystemToolName[],
  readFile: { root },
  httpFetch: { allowHosts: [host] },
  webhookCall: { allowHosts: [host] },
  memory: { scope: "caller" },
  knowledgeSearch: { folders: { all: root } },
  grants: [{ tool: "*", mode: "allow" }],
});
const failed: string[] = [];
for (const [tool, args] of Object.entries(given)) {
  try {
    await adapter.call(tool, args, standaloneContext());
  } catch (error) {
    failed.push(`${tool}: ${error}`);
  }
}

/** Node's own list of what of it was loaded, by whatever way. */
const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
const starting = moduleLoadList.filter((name) => /NativeModule (internal\/)?(child_process|cluster)/.test(name));
const tools = (await adapter.listTools(standaloneContext())).tools.map(({ name }) => name);
// That it could not have started one: the very way by which every process starts is shut here.
const { spawnSync } = await import("node:child_process");
let refused: unknown;
try {
  refused = spawnSync("true").error;
} catch (error) {
  refused = error;
}
console.log(JSON.stringify({ tools, failed, starting, refused: (refused as { code?: string })?.code ?? "it started" }));
