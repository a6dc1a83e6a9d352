import { type DefinedTool, defineTool, ToolError } from "@agent-tools/contract";
import { Type } from "typebox";
import type { KnowledgeCage } from "./cages.js";
import { createKnowledge } from "./knowledge.js";
import { sensitive } from "./sensitive.js";

/** `knowledge_search`: passages of the text files in named folders. */
export function knowledgeSearchTool(cage: KnowledgeCage): DefinedTool {
  const knowledge = createKnowledge(cage);
  const names = Object.keys(cage.folders);
  return defineTool({
    name: "knowledge_search",
    description: `Finds passages in the operator's documents. Folders: ${names.join(", ")}.`,
    input: Type.Object({
      query: Type.String({ description: "Words that the passage may hold." }),
      folder: Type.Optional(Type.String({ description: "Only this folder.", enum: names })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: "The most passages. Default 5." })),
    }),
    effect: "read",
    annotations: { readOnlyHint: true, openWorldHint: false },
    ...sensitive,
    async call({ query, folder, limit = 5 }, { signal }) {
      if (folder !== undefined && !names.includes(folder)) {
        throw new ToolError("invalid_arguments", `There is no folder "${folder}"; there are ${names.join(", ")}.`);
      }
      if (query.trim() === "") throw new ToolError("invalid_arguments", "An empty query finds nothing here.");
      return knowledge.search(query, { ...(folder !== undefined && { folder }), limit, signal });
    },
  });
}
