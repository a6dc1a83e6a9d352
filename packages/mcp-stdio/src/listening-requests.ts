import { type Caller, isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import { type McpFacade, watchResources } from "@agent-tools/mcp-binding";
import type { LineTransport } from "./line-transport.js";

/**
 * Subscribes to the resources that the client's listening requests name (MCP 2026-07-28). The SDK answers these requests by
 * itself, so they are looked at on their way in; what cannot be subscribed to is refused.
 */
export function watchListening(
  transport: LineTransport,
  facade: McpFacade,
  caller: Caller,
  onError: (error: Error) => void,
): void {
  const watched = new Map<unknown, Promise<() => Promise<void>>>();
  const unwatch = (id: unknown) => {
    const watching = watched.get(id);
    watched.delete(id);
    void watching?.then((end) => end()).catch(() => {});
  };
  const { onmessage, onclose } = transport;
  transport.onmessage = (message) => {
    const { method, id, params } = message as { method?: string; id?: string | number; params?: JsonObject };
    if (method === "notifications/cancelled") unwatch(params?.["requestId"]);
    if (method !== "subscriptions/listen" || id === undefined || !isObject(params)) return onmessage?.(message);
    const watching = watchResources(facade, params, { caller });
    watched.set(id, watching);
    watching.then(
      () => onmessage?.(message),
      (thrown: unknown) => {
        watched.delete(id);
        const { message: words, hint } = ToolError.from(thrown);
        const error = { code: -32602, message: `${words} ${hint}` };
        transport.send({ jsonrpc: "2.0", id, error }).catch(onError);
      },
    );
  };
  transport.onclose = () => {
    for (const id of [...watched.keys()]) unwatch(id);
    onclose?.();
  };
}
