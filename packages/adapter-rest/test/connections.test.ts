import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { standaloneContext, standaloneHost, type ToolResult } from "@agent-tools/contract";
import { describe, expect, it } from "vitest";
import { restAdapter } from "../src/index.js";
import { refusal } from "./refusal.js";
import { answer, bodyOf } from "./serve.js";
import { echoService, shortLived } from "./services.js";

const echo = echoService();
const { closing, served, caller } = shortLived();
describe("connections", () => {
  it("reuses a connection for one caller and never for another, and says who asks", async () => {
    const agents: unknown[] = [];
    const server = await served((request, response) => {
      agents.push(request.headers["user-agent"]);
      answer(response, 200, {});
    });
    const call = caller({ url: server.url });
    await call();
    await call();
    expect(server.connections).toBe(1);
    const { caller: local } = standaloneContext();
    await call({ caller: { ...local, caller: "another" } });
    expect(server.connections).toBe(2);
    expect(agents[0]).toMatch(/^agent-tools/);
  });

  it("goes through the proxy of the environment, and asks the policy about the target all the same", async () => {
    const asked: string[] = [];
    const proxy = await served(async (request, response) => {
      asked.push(request.url as string);
      await bodyOf(request);
      answer(response, 200, { proxied: true });
    });
    process.env["http_proxy"] = proxy.url;
    try {
      const result = await caller({ url: "http://service.invalid/x" })();
      expect(result.structuredContent).toEqual({ proxied: true });
      expect(asked).toEqual(["http://service.invalid/x"]);
      const { publicOnly } = await import("@agent-tools/network");
      const { standaloneHost } = await import("@agent-tools/contract");
      const shielded = restAdapter(
        { tools: [{ name: "t", url: "http://10.0.0.1/x" }] },
        standaloneHost({ network: publicOnly() }),
      );
      expect((await refusal(() => shielded.call("t", {}, standaloneContext()))).code).toBe("network_refused");
    } finally {
      delete process.env["http_proxy"];
    }
  });

  it("refuses calls once it is closed", async () => {
    const adapter = restAdapter({ tools: [{ name: "t", url: `${echo.url}/x` }] });
    await adapter.close?.();
    expect((await refusal(() => adapter.call("t", {}, standaloneContext()))).code).toBe("closed");
  });

  it("tunnels https through the proxy, and goes past it where NO_PROXY says so", async () => {
    const tunnels: string[] = [];
    const proxy = createServer((_, response) => response.writeHead(500).end());
    proxy.on("connect", (request, socket) => {
      tunnels.push(request.url as string);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    closing.push({ close: () => void proxy.close() });
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const server = await served((_, response) => answer(response, 200, { direct: true }));
    Object.assign(process.env, { http_proxy: address, https_proxy: address, no_proxy: "127.0.0.1" });
    try {
      expect((await caller({ url: server.url })()).structuredContent).toEqual({ direct: true });
      await refusal(caller({ method: "POST", url: "https://service.invalid/x" })());
      expect(tunnels).toEqual(["service.invalid:443"]);
      // Where a name leads that a proxy resolves, nobody here knows: what is to stay in the house does not go there.
      const { privateOnly } = await import("@agent-tools/network");
      const { standaloneHost } = await import("@agent-tools/contract");
      for (const url of ["https://service.invalid/x", "http://10.0.0.1/x"]) {
        const shielded = restAdapter({ tools: [{ name: "t", url }] }, standaloneHost({ network: privateOnly() }));
        closing.push({ close: () => shielded.close?.() });
        expect((await refusal(() => shielded.call("t", {}, standaloneContext()))).message).toMatch(/through a proxy/);
      }
      expect(tunnels).toHaveLength(1);
    } finally {
      for (const name of ["http_proxy", "https_proxy", "no_proxy"]) delete process.env[name];
    }
  });

  it("are all subject to the network policy: calls, redirects, tokens and logins", async () => {
    const asked = new Set<number>();
    const other = await served((_, response) => answer(response, 200, { landed: true }));
    const tokens = await served((_, response) => answer(response, 200, { access_token: "t" }));
    const server = await served((_, response) => response.writeHead(302, { location: other.url }).end());
    const host = standaloneHost({
      network: {
        check({ port, address }) {
          if (address !== undefined) asked.add(port);
        },
      },
    });
    const secrets = { ID: "i", SECRET: "s" };
    const scheme = { type: "http", scheme: "bearer" } as const;
    for (const authentication of [
      { type: "oauth2", credential: { clientId: "ID", clientSecret: "SECRET", tokenUrl: tokens.url } } as const,
      { ...scheme, credential: { login: { url: tokens.url, token: "access_token" } } },
    ]) {
      asked.clear();
      const adapter = restAdapter({ tools: [{ name: "t", url: server.url }], authentication }, host);
      closing.push({ close: () => adapter.close?.() });
      const result = (await adapter.call("t", {}, standaloneContext({ secrets }))) as ToolResult;
      expect(result.structuredContent).toEqual({ landed: true });
      expect([...asked]).toEqual([tokens.port, server.port, other.port]);
    }
  });
});
