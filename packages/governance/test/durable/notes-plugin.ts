import { systemAdapter } from "@agent-tools/adapter-system";
import { definePlugin, type Plugin } from "@agent-tools/contract";

/** Notes of a caller, in the host's store. */
export function notesPlugin(): Plugin {
  return definePlugin({
    name: "Notes",
    prefix: "notes",
    createAdapter: (host) =>
      systemAdapter(
        {
          tools: ["memory_note", "memory_search"],
          memory: { scope: "caller", maxNotes: 10_000 },
          grants: [{ tool: "memory_*", mode: "allow" }],
        },
        host,
      ),
  });
}
