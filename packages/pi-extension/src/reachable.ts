import { describeHost } from "./host-entry.js";
import type { McpServerEntry } from "./pi-api.js";

/** Why the host's address does not answer at all; undefined where it does, whatever it says, or where there is no address. */
export async function unreachable(entry: McpServerEntry, ms: number): Promise<string | undefined> {
  if (entry.url === undefined) return undefined;
  try {
    const response = await fetch(entry.url, { signal: AbortSignal.timeout(ms) });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `${describeHost(entry)} does not answer (${cause instanceof Error ? cause.message : cause})`;
  }
}
