import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type HttpTool, restAdapter } from "@agent-tools/adapter-rest";
import { localCaller, memoryStore } from "@agent-tools/contract";
import { createRegistry, policy, storeLedger } from "@agent-tools/governance";
import { hashToken, type RegistryApi, registryApi } from "@agent-tools/governance/registry-api";
import { createRuntime } from "@agent-tools/runtime";

/** The agents' service: a registry of tools, governed, behind an HTTP API. With a store in a file it remembers them. */
export async function startService() {
  const store = memoryStore();
  const registry = createRegistry({
    store,
    kinds: { http: (definition, host) => restAdapter({ tools: [definition as unknown as HttpTool] }, host) },
  });
  const runtime = await createRuntime({
    plugins: [registry.plugin({ prefix: "tools" })],
    policy: policy({ rules: [{ for: { agent: "support" }, mode: "allow" }], withoutRules: "denied" }),
    ledger: storeLedger({ store }),
    store,
  });
  const [operator, front] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  const caller = localCaller({ workspace: "shop", agent: "support", channel: "api" });
  const expires = new Date(Date.now() + 24 * 3_600_000);
  const api = registryApi({
    registry,
    runtime,
    tokens: [
      { hash: await hashToken(operator), caller, rights: ["definitions:read", "definitions:write"], expires },
      {
        hash: await hashToken(front),
        caller: { ...caller, caller: "front" },
        rights: ["tools:list", "tools:execute"],
        expires,
      },
    ],
  });
  const { url, close } = await listen(api);
  return {
    ...{ url, operator, front },
    async [Symbol.asyncDispose]() {
      close();
      await runtime.close();
    },
  };
}

/** Serves a handler of web-standard requests on this machine. */
export async function listen({ fetch: answer }: RegistryApi) {
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status, headers, body } = await toResponse(request.method, request.url, request.headers, chunks);
    response.writeHead(status, headers).end(body);
  });
  async function toResponse(method = "GET", path = "/", given: NodeJS.Dict<string | string[]>, chunks: Uint8Array[]) {
    const headers = Object.entries(given).map(([name, value]) => [name, String(value)] as [string, string]);
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const response = await answer(new Request(`http://service.local${path}`, { method, headers, ...body }));
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
