import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { openApiAdapter, restAdapter } from "@agent-tools/adapter-rest";
import { systemAdapter } from "@agent-tools/adapter-system";
import {
  type AdapterHost,
  type Caller,
  type Connection,
  localCaller,
  memoryStore,
  type Network,
  standaloneHost,
  ToolError,
} from "@agent-tools/contract";
import { createRegistry, type RegistryOptions, shield } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** A public address, and what asks to go there. Nothing is ever sent: the network under the shield lets nothing out. */
const PUBLIC = "93.184.215.14";
const away = `http://${PUBLIC}`;
const casa = localCaller({ agent: "casa" });
const other = localCaller({ agent: "other" });

/** Lets private addresses pass, and writes down who would have reached which public one. */
function recording(): Network & { readonly reached: string[] } {
  const reached: string[] = [];
  return {
    reached,
    check({ host, caller }: Connection) {
      if (host === "127.0.0.1") return;
      reached.push(`${caller?.agent ?? "nobody"} ${host}`);
      throw new ToolError("cancelled", "It would have gone out.");
    },
  };
}

/** An MCP server that wants a login, at an authorization server that is far away. */
const server = createServer((request, response) => {
  const { port } = server.address() as AddressInfo;
  const here = `http://127.0.0.1:${port}`;
  if (request.url?.startsWith("/.well-known/oauth-protected-resource")) {
    const body = { resource: `${here}/mcp`, authorization_servers: [away] };
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  }
  const metadata = `resource_metadata="${here}/.well-known/oauth-protected-resource/mcp"`;
  return response.writeHead(401, { "www-authenticate": `Bearer ${metadata}` }).end();
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

type Way = (network: Network, caller: Caller) => Promise<unknown>;

const inRuntime = async (
  network: Network,
  caller: Caller,
  createAdapter: Parameters<typeof createRuntime>[0]["plugins"][number]["createAdapter"],
  tool: string,
  args: object,
): Promise<unknown> => {
  const plugin = { name: "Away", prefix: "away", catalogue: "caller", createAdapter } as const;
  await using runtime = await createRuntime({ plugins: [plugin as never], network, log: () => {} });
  const target = { plugin: "away", tool };
  return await runtime.call({ target, arguments: args, confirm: true }, caller).catch((error: unknown) => error);
};

const ways: Readonly<Record<string, Way>> = {
  REST: (network, caller) => {
    const tool = { name: "get", url: `${away}/x`, inputSchema: { type: "object" } };
    return inRuntime(network, caller, (host) => restAdapter({ tools: [tool] }, host), "get", {});
  },
  "MCP over HTTP": (network, caller) =>
    inRuntime(network, caller, (host) => mcpProxyAdapter({ url: `${away}/mcp` }, host), "any", {}),
  http_fetch: (network, caller) =>
    inRuntime(
      network,
      caller,
      (host) => systemAdapter({ tools: ["http_fetch"], httpFetch: { allowHosts: [PUBLIC] } }, host),
      "http_fetch",
      { url: `${away}/x` },
    ),
  webhook_call: (network, caller) =>
    inRuntime(
      network,
      caller,
      (host) => systemAdapter({ tools: ["webhook_call"], webhookCall: { allowHosts: [PUBLIC] } }, host),
      "webhook_call",
      { url: `${away}/x`, payload: {} },
    ),
  OAuth: (network, caller) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    return inRuntime(network, caller, (host) => mcpProxyAdapter({ url, oauth: {} }, host), "any", {});
  },
};

describe("a private agent reaches private addresses only, whatever is allowed", () => {
  const isPrivate = (caller: Caller | undefined) => caller === undefined || caller.agent === "casa";

  test.each(Object.entries(ways))("%s", async (_, way) => {
    // What allows everything is no way around it.
    expect(ToolError.from(await way(shield({ check() {} }, isPrivate), casa)).message).toMatch(/private/);
    const network = recording();
    await way(shield(network, isPrivate), other);
    expect(network.reached.length).toBeGreaterThan(0);
    expect(new Set(network.reached)).toEqual(new Set([`other ${PUBLIC}`]));
  });

  test("a definition of a registry while it is tried, which reaches nothing unless a network is given", async () => {
    const kinds = { mcp: (_: object, host: AdapterHost) => mcpProxyAdapter({ url: `${away}/mcp` }, host) };
    const create = (caller: Caller, given: Pick<RegistryOptions, "network">): Promise<string> =>
      createRegistry({ store: memoryStore(), kinds, ...given })
        .create(caller, { id: "away", kind: "mcp", definition: {} })
        .then(String, String);
    expect(await create(other, {})).toMatch(/is not reached while a definition is tried/);
    const network = recording();
    expect(await create(casa, { network: shield({ check() {} }, isPrivate) })).toMatch(/private/);
    await create(other, { network });
    expect(new Set(network.reached)).toEqual(new Set([`other ${PUBLIC}`]));
  });

  test("a remote $ref, which is fetched for nobody in particular, as soon as one agent is private", async () => {
    const document = {
      ...{ openapi: "3.1.0", info: { title: "Away", version: "1" }, servers: [{ url: away }] },
      paths: {
        "/x": {
          post: {
            requestBody: { content: { "application/json": { schema: { $ref: `${away}/schema.json` } } } },
            responses: { 200: { description: "ok" } },
          },
        },
      },
    };
    const warningsOf = async (network: Network) => {
      const references = { origins: [away] };
      const { report } = await openApiAdapter({ document, references }, standaloneHost({ network }));
      return report.warnings.join();
    };
    const network = recording();
    expect(await warningsOf(shield({ check() {} }, () => true))).toMatch(/private/);
    await warningsOf(shield(network, () => false));
    expect(network.reached).toEqual([`nobody ${PUBLIC}`]);
  });
});
