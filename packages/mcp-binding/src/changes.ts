import type { JsonObject } from "@agent-tools/contract";
import type { McpChange } from "./facade.js";

/** The notification that says a change, in either era. */
export function changeNotification(change: McpChange): { readonly method: string; readonly params?: JsonObject } {
  if (change.kind === "resource") return { method: "notifications/resources/updated", params: { uri: change.uri } };
  if (change.kind !== "message") return { method: `notifications/${change.kind}/list_changed` };
  const { level, data, logger } = change;
  return { method: "notifications/message", params: { level, data, ...(logger !== undefined && { logger }) } };
}
