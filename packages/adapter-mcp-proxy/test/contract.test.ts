import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { adapterSuite } from "@agent-tools/testing";
import { test } from "vitest";
import { rawServer } from "./servers.js";

adapterSuite({
  test,
  create: (host) => mcpProxyAdapter({ ...rawServer({ kitchen: true }), env: { TOKEN: "{{secrets.TOKEN}}" } }, host),
  call: [
    { tool: "echo_later", arguments: { ms: 1, value: "one" }, answer: "one" },
    { tool: "echo_later", arguments: { ms: 5, value: "two" }, answer: "two" },
    { tool: "kitchen_sink" },
  ],
  slowCall: { tool: "wait" },
  failingCall: { tool: "fail" },
  secrets: { TOKEN: "a-token-of-some-length" },
});
