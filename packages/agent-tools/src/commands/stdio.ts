import { guardStdout, mcpStdio } from "@agent-tools/mcp-stdio";
import { oneServer, passThrough } from "../one-server.js";
import { opening } from "../opening.js";

/**
 * `agent-tools stdio`: one server, for a client that starts programs. A server behind an address may restart meanwhile, which
 * such a client would take for the end of its own program. To the server this is the client itself, with its name and abilities.
 */
export async function runStdio(args: string[]): Promise<number> {
  const server = oneServer(args);
  guardStdout();
  try {
    const client = await opening(process.stdin);
    await passThrough(server, client, "session", async (exposure) => (await mcpStdio(exposure)).closed);
    return 0;
  } finally {
    // A client that waits for an answer keeps it open, and this process with it.
    process.stdin.destroy();
  }
}
