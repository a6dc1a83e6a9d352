import type { CallEnd } from "../limits.js";
import type { Call, PathHost } from "./call.js";

/** Asks the host's limits for a place, and answers with how to give it back. */
export async function limits(call: Call, host: PathHost): Promise<((end: CallEnd) => void) | undefined> {
  const { target, caller, resolved } = call;
  return host.limits.enter({ target, caller, ...(resolved?.kind === "tool" && { tool: resolved.entry.tool }) });
}
