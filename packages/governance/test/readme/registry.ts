import { deepEqual, equal } from "node:assert/strict";
import { memoryStore } from "@agent-tools/contract";

const store = memoryStore();
const frontToken = "f".repeat(32);

// #region use
import { type HttpTool, restAdapter } from "@agent-tools/adapter-rest";
import { localCaller } from "@agent-tools/contract";
import { createRegistry } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";

const registry = createRegistry({
  store,
  kinds: { http: (definition, host) => restAdapter({ tools: [definition as unknown as HttpTool] }, host) },
});
await using runtime = await createRuntime({ plugins: [registry.plugin({ secrets: ["SHOP_TOKEN"] })], store });

const operator = localCaller({ workspace: "acme", caller: "ada" });
await registry.create(operator, {
  id: "order",
  kind: "http",
  definition: {
    name: "get_order",
    description: "Reads an order.",
    url: "https://shop.example/orders/{{id}}",
    headers: { authorization: "Bearer {{secrets.SHOP_TOKEN}}" },
    inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  },
});
console.log((await runtime.tools(operator)).map(({ tool }) => tool.name)); // [ "get_order" ]
await registry.setEnabled(operator, "order", false);
console.log((await registry.changes(operator)).map(({ did, by }) => `${did} by ${by}`)); // [ "created by ada", "disabled by ada" ]
// #endregion use

deepEqual(await runtime.tools(operator), []);
deepEqual(
  (await registry.changes(operator)).map(({ did }) => did),
  ["created", "disabled"],
);

// #region api
import { hashToken, registryApi } from "@agent-tools/governance/registry-api";

const api = registryApi({
  registry,
  runtime,
  tokens: [
    {
      hash: await hashToken(frontToken),
      caller: localCaller({ workspace: "acme", agent: "support", caller: "front", channel: "api" }),
      rights: ["tools:list", "tools:execute"],
      expires: new Date("2099-01-01"),
    },
  ],
});
const response = await api.fetch(
  new Request("https://tools.acme.example/api/v1/agents/support/tools", {
    headers: { authorization: `Bearer ${frontToken}` },
  }),
);
console.log(response.status, await response.json()); // 200 []
// #endregion api

equal(response.status, 200);
