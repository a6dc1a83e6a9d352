// #region plugin
import { systemAdapter } from "@agent-tools/adapter-system";
import { definePlugin } from "@agent-tools/contract";

const system = definePlugin({
  name: "System",
  prefix: "system",
  createAdapter: (host) =>
    systemAdapter(
      {
        tools: ["http_fetch", "webhook_call", "knowledge_search"],
        httpFetch: { allowHosts: ["api.example.com", "https://example.org"], maxRedirects: 2 },
        webhookCall: { allowHosts: ["192.168.1.20:5678"], timeoutMs: 5_000 },
        knowledgeSearch: { folders: { manuals: import.meta.dirname } },
      },
      host,
    ),
});

// #endregion

import assert from "node:assert";
import { testRuntime } from "@agent-tools/testing";

await using test = await testRuntime(system);
await assert.rejects(test.call("system", "http_fetch", { url: "https://example.com/" }), { code: "network_refused" });
const { files } = (await test.call("system", "knowledge_search", { query: "boiler" })) as { files: number };
assert.equal(files, 0);
