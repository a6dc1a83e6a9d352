import { equal } from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { oauthServer } from "../oauth/oauth-server.js";

const fixture = fileURLToPath(new URL("../fixtures/server.mjs", import.meta.url));
const program = spawn(process.execPath, [fixture, "v1", "http"], { stdio: ["ignore", "pipe", "inherit"] });
const [behind] = (await once(createInterface(program.stdout), "line")) as [string];
const service = await oauthServer(behind);
const { url } = service;

/** The person opens the page and agrees; the service sends the browser on. */
const browse = async (page: string) => void (await fetch(page));

// #region login
import { finishLogin, mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { standaloneContext, standaloneHost, ToolError } from "@agent-tools/contract";

const host = standaloneHost();
const adapter = mcpProxyAdapter({ url, oauth: { redirectUrl: "http://127.0.0.1:8322/callback" } }, host);

const callback = createServer(async (request, response) => {
  const { name } = await finishLogin(request.url ?? "", host);
  response.end(`You are logged in to ${name}. You may close this page.`);
}).listen(8322, "127.0.0.1");

try {
  await adapter.listTools(standaloneContext());
} catch (error) {
  if (!ToolError.is(error) || error.code !== "login_required") throw error;
  await browse(String(error.details?.["url"])); // the person does this
}
const { tools } = await adapter.listTools(standaloneContext());
console.log(tools.length > 0); // true
// #endregion

equal(tools.length > 0, true);
await adapter.close?.();
callback.close();
callback.closeAllConnections();
service.close();
program.kill("SIGKILL");
