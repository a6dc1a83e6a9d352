import { type DefinedTool, defineTool, type Network } from "@agent-tools/contract";
import { Type } from "typebox";
import type { WebhookCallCage } from "./cages.js";
import { cagedNetwork, exchange } from "./http-exchange.js";
import { failureOf } from "./http-failure.js";

/** `webhook_call`: POST of a JSON payload to the listed hosts, following no redirect. */
export function webhookCallTool(cage: WebhookCallCage, network: Network): DefinedTool {
  const { allowHosts, maxBytes = 65_536, timeoutMs = 10_000 } = cage;
  const caged = cagedNetwork(network, allowHosts);
  return defineTool({
    name: "webhook_call",
    description: `Posts a JSON payload to a webhook. Hosts that can be posted to: ${allowHosts.join(", ")}.`,
    input: Type.Object({
      url: Type.String({ description: "The webhook's whole URL.", maxLength: 8_192 }),
      payload: Type.Unknown({ description: "Any JSON; it is the body." }),
    }),
    effect: "write",
    annotations: { readOnlyHint: false, openWorldHint: true },
    async call({ url, payload }, context) {
      const body = JSON.stringify(payload ?? null);
      const answer = await exchange({
        ...{ method: "POST", url, body, network: caged, maxBytes, maxRedirects: 0, timeoutMs, context },
      });
      if (answer.status > 299) throw failureOf("POST", answer);
      return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
    },
  });
}
