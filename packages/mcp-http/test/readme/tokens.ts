import assert from "node:assert";
import { createRuntime, expose } from "@agent-tools/runtime";

await using runtime = await createRuntime({ plugins: [] });
const exposure = expose(runtime, "compact");
const storedHash = "sha256:a5d3e0e0d9b1f3ed2d6b7ef2b8fb0df0f0a5a3a7bb2b6f8b2c1f0b9f7ad4e1c2";

// #region tokens
import { mcpHttp, staticTokens } from "@agent-tools/mcp-http";

const access = staticTokens([
  {
    hash: storedHash, // what hashToken(token) gave when the token was made
    caller: { workspace: "acme", agent: "support", caller: "ada", channel: "http", conversation: "ada" },
    expires: new Date("2027-01-01"),
  },
]);
const http = mcpHttp(exposure, { access, allowedHosts: ["tools.acme.example"] });
// On Node: await http.listen(8321, "0.0.0.0"). Anywhere else:
export default { fetch: http.fetch };
// #endregion tokens

const refused = await http.fetch(new Request("http://tools.acme.example/mcp", { method: "POST" }));
assert.equal(refused.status, 401);
assert.equal((await http.fetch(new Request("http://evil.example/mcp"))).status, 403);
await http.close();
