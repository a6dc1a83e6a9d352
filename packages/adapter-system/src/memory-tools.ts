import { type DefinedTool, defineTool } from "@agent-tools/contract";
import { Type } from "typebox";
import type { Notes } from "./notes.js";
import { sensitive } from "./sensitive.js";

/** `memory_note`: keeps a short note in the scope. */
export function memoryNoteTool(notes: Notes): DefinedTool {
  return defineTool({
    name: "memory_note",
    description: `Keeps a short note that is remembered in this ${notes.scope}. It is stored on the host and goes nowhere else.`,
    input: Type.Object({ text: Type.String({ description: "What to remember, in a sentence or two." }) }),
    effect: "write",
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    async call({ text }, context) {
      context.signal.throwIfAborted();
      context.dispatched();
      const { id } = await notes.add(text, context.caller);
      return { id, kept: true };
    },
  });
}

/** `memory_search`: the notes of the scope. */
export function memorySearchTool(notes: Notes): DefinedTool {
  return defineTool({
    name: "memory_search",
    description: `Finds notes that were kept in this ${notes.scope}; without a query the newest ones.`,
    input: Type.Object({
      query: Type.Optional(Type.String({ description: "Words to look for." })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: "Default 10." })),
    }),
    effect: "read",
    annotations: { readOnlyHint: true, openWorldHint: false },
    ...sensitive,
    async call({ query = "", limit = 10 }, { caller }) {
      const found =
        query.trim() === "" ? (await notes.list(caller)).slice(0, limit) : await notes.search(query, caller, limit);
      return { notes: found.map(({ text, at }) => ({ text, keptAt: new Date(at).toISOString() })) };
    },
  });
}
