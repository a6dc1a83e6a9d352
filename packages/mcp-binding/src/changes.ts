import type { JsonObject } from "@agent-tools/contract";
import type { McpChange } from "./facade.js";

/** The notification that says a change, in either era. */
export function changeNotification(change: McpChange): { readonly method: string; readonly params?: JsonObject } {
  return change.kind === "resource"
    ? { method: "notifications/resources/updated", params: { uri: change.uri } }
    : { method: `notifications/${change.kind}/list_changed` };
}
