import type { PromptSource, ReadContext } from "@agent-tools/contract";
import { requestFor } from "./call-side.js";
import { listPage } from "./list-page.js";
import type { Upstream } from "./upstream.js";

/** The prompts of an upstream. */
export function promptSource(upstreamOf: (context: ReadContext) => Promise<Upstream>): PromptSource {
  return {
    async list(cursor, context) {
      const list = { capability: "prompts", method: "prompts/list", key: "prompts" };
      return listPage(await upstreamOf(context), list, cursor, context);
    },
    async get(name, args, context) {
      const upstream = await upstreamOf(context);
      return requestFor(context, upstream, {
        method: "prompts/get",
        params: { name, arguments: args },
        isRepeatable: true,
      });
    },
  };
}
