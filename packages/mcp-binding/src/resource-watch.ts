import { isObject, type JsonObject } from "@agent-tools/contract";
import type { Session } from "@agent-tools/runtime";
import type { Era, McpContext, McpFacade } from "./facade.js";

/**
 * Subscribes to the resources that a listening request names, for as long as it lasts (MCP 2026-07-28,
 * subscriptions/listen). Resolves with how to end that; rejects where one of them cannot be subscribed to.
 */
export async function watchResources(
  facade: McpFacade,
  { notifications }: JsonObject,
  session: Session,
): Promise<() => Promise<void>> {
  const named = isObject(notifications) ? notifications["resourceSubscriptions"] : undefined;
  const uris = Array.isArray(named) ? [...new Set(named)].filter((uri) => typeof uri === "string") : [];
  const context = quietContext("modern", session);
  const watched: string[] = [];
  const end = () => unwatch(facade, watched.splice(0), context);
  try {
    for (const uri of uris) {
      await facade.handle("resources/subscribe", { uri }, context);
      watched.push(uri);
    }
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** Ends the subscriptions of a client that has gone. */
export async function unwatch(facade: McpFacade, uris: Iterable<string>, context: McpContext): Promise<void> {
  await Promise.allSettled([...uris].map((uri) => facade.handle("resources/unsubscribe", { uri }, context)));
}

/** The surroundings of what no request of a client asked for. */
export function quietContext(era: Era, session: Session): McpContext {
  return { era, session, signal: new AbortController().signal, meta: {}, log() {} };
}
