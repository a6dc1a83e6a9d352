import type { JsonObject, Page, ReadContext, ResourceSource } from "@agent-tools/contract";
import { requestFor } from "./call-side.js";
import { type ListKind, listPage } from "./list-page.js";
import type { Upstream } from "./upstream.js";

/** The extension by which servers publish skills (SEP-2640). */
const skills: ListKind = {
  capability: "io.modelcontextprotocol/skills",
  isExtension: true,
  method: "skills/list",
  key: "skills",
};

/** The resources of an upstream, its URIs untouched. */
export function resourceSource(upstreamOf: (context: ReadContext) => Promise<Upstream>): ResourceSource {
  const list = async (
    method: string,
    key: string,
    cursor: string | undefined,
    context: ReadContext,
  ): Promise<Page<JsonObject>> =>
    listPage(await upstreamOf(context), { capability: "resources", method, key }, cursor, context);
  return {
    list: (cursor, context) => list("resources/list", "resources", cursor, context),
    listTemplates: (cursor, context) => list("resources/templates/list", "resourceTemplates", cursor, context),
    listSkills: async (cursor, context) => listPage(await upstreamOf(context), skills, cursor, context),
    async read(uri, context) {
      const upstream = await upstreamOf(context);
      return requestFor(context, upstream, { method: "resources/read", params: { uri }, isRepeatable: true });
    },
    async subscribe(uri, onUpdate, context) {
      const upstream = await upstreamOf(context);
      return upstream.subscriptions.subscribe(uri, onUpdate, context.signal);
    },
  };
}
