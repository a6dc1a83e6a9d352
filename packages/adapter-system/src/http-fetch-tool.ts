import { type DefinedTool, defineTool, type Network } from "@agent-tools/contract";
import { Type } from "typebox";
import type { HttpFetchCage } from "./cages.js";
import { cagedNetwork, exchange } from "./http-exchange.js";
import { failureOf } from "./http-failure.js";

/** `http_fetch`: GET from the listed hosts. */
export function httpFetchTool(cage: HttpFetchCage, network: Network): DefinedTool {
  const { allowHosts, maxBytes = 1_048_576, maxRedirects = 5, timeoutMs = 10_000 } = cage;
  const caged = cagedNetwork(network, allowHosts);
  return defineTool({
    name: "http_fetch",
    description: `Gets a text or JSON document by HTTP. Hosts that can be asked: ${allowHosts.join(", ")}.`,
    input: Type.Object({ url: Type.String({ description: "A whole URL, https:// or http://.", maxLength: 8_192 }) }),
    effect: "read",
    annotations: { readOnlyHint: true, openWorldHint: true },
    async call({ url }, context) {
      const answer = await exchange({
        ...{ method: "GET", url, network: caged, maxBytes, maxRedirects, timeoutMs, context },
      });
      if (answer.status > 299) throw failureOf("GET", answer);
      return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
    },
  });
}
