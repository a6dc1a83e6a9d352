import { mcpHttp } from "@agent-tools/mcp-http";
import { oneServer, passThrough } from "../one-server.js";

/** `agent-tools http`: one server, to the clients of this machine that take an address. */
export async function runHttp(args: string[]): Promise<number> {
  const server = oneServer(args, true);
  await passThrough(server, {}, "server", async (exposure) => {
    const { url, closed } = await mcpHttp(exposure).listen(server.port);
    process.stderr.write(`${url}\n`);
    await closed;
  });
  return 0;
}
