import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** How much of a session's past can be sent again: messages, and their size in characters. */
const MAX_EVENTS = 256;
const MAX_SIZE = 4_194_304;

interface Event {
  readonly id: number;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/**
 * The last messages of one session, for a client whose stream broke and that comes back with `Last-Event-ID` (MCP
 * 2025-11-25, resumability). Bounded: older messages are forgotten, and one that is larger than the whole is not kept.
 */
export function eventLog(): EventStore {
  let events: Event[] = [];
  let size = 0;
  let last = 0;
  const find = (id: string) => events.find((event) => String(event.id) === id);
  return {
    async storeEvent(stream, message) {
      const event: Event = { id: ++last, stream, message, size: sizeOf(message) };
      if (event.size > MAX_SIZE) return String(event.id);
      events.push(event);
      size += event.size;
      let gone = 0;
      while (size > MAX_SIZE || events.length - gone > MAX_EVENTS) size -= (events[gone++] as Event).size;
      if (gone > 0) events = events.slice(gone);
      return String(event.id);
    },
    getStreamIdForEventId: async (id) => find(id)?.stream,
    async replayEventsAfter(id, { send }) {
      const from = find(id);
      if (!from) throw new Error(`Event ${id} is no longer kept.`);
      for (const event of events) {
        // The event that opens a stream has no message; it only gives the client an id to come back with.
        const isMessage = "jsonrpc" in event.message;
        if (event.stream === from.stream && event.id > from.id && isMessage)
          await send(String(event.id), event.message);
      }
      return from.stream;
    },
  };
}

/** Roughly how much text a value holds, counted until it is too much. */
function sizeOf(value: unknown): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size <= MAX_SIZE) {
    const next = open.pop();
    size += typeof next === "string" ? next.length : 8;
    if (typeof next !== "object" || next === null) continue;
    for (const [key, member] of Object.entries(next)) {
      size += Array.isArray(next) ? 0 : key.length;
      open.push(member);
    }
  }
  return size;
}
