// The host that the clients are tried with: over stdio, or with --port over HTTP. Its log says what really ran.
import "@agent-tools/mcp-stdio/guard";
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { hashToken, mcpHttp, staticTokens } from "@agent-tools/mcp-http";
import { mcpStdio } from "@agent-tools/mcp-stdio";
import { createRuntime, type ExposureName, expose } from "@agent-tools/runtime";
import { desk, deskWork, fillers } from "./plugins.js";

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    log: { type: "string" },
    exposure: { type: "string", default: "auto" },
    token: { type: "string" },
    "client-asks": { type: "boolean", default: false },
    large: { type: "boolean", default: false },
  },
});
const { port, log, token } = values;
const client = { workspace: "local", agent: "client", caller: "client", channel: "http", conversation: "client" };
const expires = new Date(Date.now() + 3_600_000);

await using runtime = await createRuntime({
  plugins: [desk((line) => log && appendFileSync(log, `${line}\n`), values.large), ...(values.large ? fillers : [])],
  // As a host whose clients are known to ask their person before they call.
  ...(values["client-asks"] && { confirmation: { modeOf: () => "none" } }),
  ...(values.exposure === "gated" && { skills: deskWork }),
  approvalWaitMs: 200,
});
const exposure = expose(runtime, values.exposure as ExposureName, { verbs: "split" });
if (port === undefined) {
  await (await mcpStdio(exposure)).closed;
} else {
  const listening = await mcpHttp(exposure, {
    drainMs: 100,
    ...(token && { access: staticTokens([{ hash: await hashToken(token), caller: client, expires }]) }),
  }).listen(Number(port));
  console.error(`Serving ${listening.url}`);
  await listening.closed;
}
