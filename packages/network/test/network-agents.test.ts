import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Connection, Network } from "@agent-tools/contract";
import { localCaller, ToolError } from "@agent-tools/contract";
import got, { RequestError } from "got";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { networkAgents, networkFetch, privateOnly, publicOnly } from "../src/index.js";

let server: Server;
let base: string;
let seen = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen++;
    if (request.url === "/down") response.writeHead(302, { location: "file:///etc/passwd" });
    request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function recording(): { network: Network; asked: Connection[] } {
  const asked: Connection[] = [];
  return { asked, network: { check: (connection) => void asked.push(connection) } };
}

describe("networkAgents", () => {
  test("asks about the name, each answer and the address reached, once for a connection that is kept alive", async () => {
    const { network, asked } = recording();
    const caller = localCaller({ caller: "ada" });
    const client = got.extend({ agent: networkAgents(network, { caller }), prefixUrl: base });
    expect(await client.post("x", { body: "hello" }).text()).toBe("hello");
    expect(await client.post("x", { body: "again" }).text()).toBe("again");
    expect(asked[0]).toEqual({ host: "localhost", port: Number(new URL(base).port), scheme: "http", caller });
    expect(asked.at(-1)?.address).toBe("127.0.0.1");
    expect(asked.filter((connection) => connection.address === undefined)).toHaveLength(1);
    expect(asked.every((connection) => connection.caller === caller)).toBe(true);
  });

  test("a refusal is the request's cause, and nothing reaches the server", async () => {
    const before = seen;
    const client = got.extend({ agent: networkAgents(publicOnly()), retry: { limit: 0 } });
    const error = await client(base).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RequestError);
    expect(ToolError.is(error.cause)).toBe(true);
    expect(error.code).toBe("network_refused");
    expect(seen).toBe(before);
  });
});

describe("networkFetch", () => {
  test("answers like fetch", async () => {
    const fetch = networkFetch(privateOnly());
    const response = await fetch(new Request(`${base}/x`, { method: "POST", body: "hello" }));
    expect(await response.text()).toBe("hello");
    const form = new FormData();
    form.append("name", "value");
    expect(await (await fetch(base, { method: "POST", body: form })).text()).toContain("value");
  });

  test("a refusal rejects with the ToolError itself", async () => {
    await expect(networkFetch(publicOnly())(base)).rejects.toMatchObject({ code: "network_refused" });
    await expect(networkFetch(privateOnly())(`${base}/down`)).rejects.toMatchObject({ code: "network_refused" });
  });
});
