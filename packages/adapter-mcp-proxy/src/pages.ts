import { isObject, type JsonObject, type Log } from "@agent-tools/contract";

/** No honest list has more pages. */
const MAX_PAGES = 1_000;

/** One way to ask for a page. */
export type FetchPage = (cursor: string | undefined) => Promise<JsonObject>;

/**
 * Every page of a list, one after the other. A server that repeats a cursor or brings nothing new is stopped with a
 * warning, and what came so far is the list. Items without a string `name`, and second ones of a name, are left out.
 */
export async function allPages(key: string, source: string, fetchPage: FetchPage, log: Log): Promise<JsonObject[]> {
  const items = new Map<string, JsonObject>();
  const cursors = new Set<string>();
  const warn = (message: string) => log("warning", { source, message: `The MCP server "${source}": ${message}` });
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const result = await fetchPage(cursor);
    const found = Array.isArray(result[key]) ? (result[key] as readonly unknown[]) : [];
    let added = 0;
    for (const item of found) {
      const name = isObject(item) ? item["name"] : undefined;
      if (typeof name !== "string") warn(`${key} holds an entry without a name; it is left out.`);
      else if (items.has(name)) continue;
      else {
        items.set(name, item as JsonObject);
        added += 1;
      }
    }
    const { nextCursor } = result;
    if (typeof nextCursor !== "string") return [...items.values()];
    if (cursors.has(nextCursor) || (page > 0 && added === 0)) {
      warn(
        `the list of ${key} does not end (cursor ${JSON.stringify(nextCursor.slice(0, 80))} leads nowhere new); it is cut there.`,
      );
      return [...items.values()];
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  warn(`the list of ${key} has more than ${MAX_PAGES} pages; it is cut there.`);
  return [...items.values()];
}
