import { randomBytes } from "node:crypto";
import { type JsonObject, localCaller, memoryStore } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { expect, test } from "vitest";
import { createRegistry, policy, storeLedger } from "../../src/index.js";
import { type ApiToken, hashToken, registryApi } from "../../src/registry-api.js";
import { getOrder, kinds, shop } from "./shop.js";

const token = () => randomBytes(32).toString("hex");
const [admin, front, reader, late] = [token(), token(), token(), token()];
const caller = localCaller({ workspace: "acme", agent: "support", caller: "service", channel: "api" });
const expires = new Date(Date.now() + 3_600_000);
const tokens: readonly ApiToken[] = [
  {
    hash: await hashToken(admin),
    caller: { ...caller, caller: "ada" },
    rights: ["definitions:read", "definitions:write"],
    expires,
  },
  {
    hash: await hashToken(front),
    caller,
    rights: ["tools:list", "tools:execute"],
    agents: ["support", "sales"],
    expires,
  },
  { hash: await hashToken(reader), caller, rights: ["definitions:read"], expires },
  { hash: await hashToken(late), caller, rights: ["tools:list"], expires: new Date(Date.now() - 1) },
];

async function service() {
  const store = memoryStore();
  const registry = createRegistry({ store, kinds });
  const rules = policy({
    rules: [
      { for: { agent: "support" }, mode: "allow" },
      { for: { agent: "sales" }, targets: { tool: "get_order" }, mode: "allow" },
    ],
    withoutRules: "denied",
  });
  const runtime = await createRuntime({
    plugins: [registry.plugin({ secrets: ["SHOP_TOKEN"] })],
    secrets: { isPerCaller: false, get: () => "t-1" },
    ...{ store, policy: rules, ledger: storeLedger({ store }) },
  });
  const api = registryApi({ registry, runtime, tokens });
  /** Status and body of one request. */
  const ask = async (
    bearer: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const given = {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    };
    const response = await api.fetch(new Request(`http://api.test/api/v1${path}`, given));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? undefined : JSON.parse(text)) as JsonObject,
    };
  };
  return { api, ask, registry };
}

test("O70: an agent's tools are listed and executed with bearer tokens, governed as for that agent", async () => {
  await using server = await shop();
  const { ask } = await service();
  const put = {
    ...getOrder(server.url),
    name: "cancel_order",
    method: "POST",
    url: `${server.url}/orders/{{id}}/cancel`,
  };
  await ask(admin, "POST", "/definitions", { id: "order", kind: "http", definition: getOrder(server.url) });
  await ask(admin, "POST", "/definitions", { id: "cancel", kind: "http", definition: put });
  const listed = await ask(front, "GET", "/agents/support/tools");
  expect(listed.status).toBe(200);
  expect(listed.body).toMatchObject([
    { id: "registry__cancel_order", name: "cancel_order", effect: "write" },
    { id: "registry__get_order", name: "get_order", effect: "read", inputSchema: { required: ["id"] } },
  ]);
  expect((await ask(front, "GET", "/agents/sales/tools")).body).toMatchObject([{ id: "registry__get_order" }]);
  expect((await ask(front, "GET", "/agents/other/tools")).status).toBe(403);

  const done = await ask(front, "POST", "/tools/registry__get_order/execute", { arguments: { id: "7" } });
  expect(done).toMatchObject({
    status: 200,
    body: { status: "done", result: { structuredContent: { path: "/orders/7" } } },
  });
  expect(JSON.stringify(done.body)).not.toContain("t-1");
  const cancel = { arguments: { id: "7" } };
  expect(await ask(front, "POST", "/tools/registry__cancel_order/execute", cancel)).toMatchObject({
    status: 403,
    body: { error: { code: "confirmation_required" } },
  });
  const confirmed = { ...cancel, confirm: true };
  const key = { "idempotency-key": "k-1" };
  const one = await ask(front, "POST", "/tools/registry__cancel_order/execute", confirmed, key);
  const two = await ask(front, "POST", "/tools/registry__cancel_order/execute", confirmed, key);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(server.asked).toEqual(["GET /orders/7 Bearer t-1", "POST /orders/7/cancel Bearer t-1"]);
  const asSales = { ...confirmed, agent: "sales" };
  expect((await ask(front, "POST", "/tools/registry__cancel_order/execute", asSales)).status).toBe(404);
  expect((await ask(front, "POST", "/tools/nope/execute", {})).status).toBe(404);
  expect((await ask(front, "POST", "/tools/registry__get_order/execute", {})).status).toBe(400);
});

test("definitions are created, changed, disabled, removed, exported and imported over HTTP", async () => {
  await using server = await shop();
  const { ask } = await service();
  const made = await ask(admin, "POST", "/definitions", {
    id: "order",
    kind: "http",
    definition: getOrder(server.url),
  });
  expect([made.status, made.headers.get("location")]).toEqual([201, "/api/v1/definitions/order"]);
  expect((await ask(admin, "GET", "/definitions/order")).headers.get("etag")).toBe('"1"');
  const changed = { definition: getOrder(server.url, "Changed.") };
  expect((await ask(admin, "PUT", "/definitions/order", changed, { "if-match": '"1"' })).body).toMatchObject({
    version: 2,
  });
  expect((await ask(admin, "PUT", "/definitions/order", changed, { "if-match": '"1"' })).status).toBe(409);
  expect((await ask(admin, "PUT", "/definitions/gone", changed)).status).toBe(404);
  const leak = { definition: { ...getOrder(server.url), headers: { authorization: "Bearer abc" } } };
  expect((await ask(admin, "PUT", "/definitions/order", leak)).status).toBe(422);
  expect((await ask(admin, "POST", "/definitions/order/disable")).body).toMatchObject({ isEnabled: false });
  expect((await ask(front, "GET", "/agents/support/tools")).body).toEqual([]);
  expect((await ask(admin, "POST", "/definitions/order/enable")).body).toMatchObject({ isEnabled: true });
  const { body: exported } = await ask(admin, "GET", "/export");
  expect((await ask(admin, "DELETE", "/definitions/order")).status).toBe(204);
  expect((await ask(admin, "GET", "/definitions")).body).toEqual([]);
  expect((await ask(admin, "POST", "/import", exported)).body).toMatchObject([{ id: "order", version: 6 }]);
  const history = (await ask(admin, "GET", "/definitions/order/changes")).body as unknown as {
    did: string;
    by: string;
  }[];
  expect(history.map(({ did }) => did)).toEqual(["created", "updated", "disabled", "enabled", "removed", "created"]);
  expect(new Set(history.map(({ by }) => by))).toEqual(new Set(["ada"]));
  expect((await ask(admin, "GET", "/changes")).body).toHaveLength(6);
});

test("without a known token nothing is answered, and a token does what it has rights for", async () => {
  const { ask, api } = await service();
  for (const bearer of [token(), late, "", "short", `${front}x`]) {
    const refused = await ask(bearer, "GET", "/agents/support/tools");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="agent-tools"']);
    expect((await ask(bearer, "GET", "/nothing")).status).toBe(401);
  }
  expect((await api.fetch(new Request("http://api.test/api/v1/definitions"))).status).toBe(401);
  expect((await ask(front, "GET", "/definitions")).status).toBe(403);
  expect((await ask(reader, "POST", "/definitions", {})).status).toBe(403);
  expect((await ask(admin, "GET", "/agents/support/tools")).status).toBe(403);
  expect((await ask(admin, "GET", "/nothing")).status).toBe(404);
  const wrong = await ask(admin, "PATCH", "/definitions/order");
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, PUT, DELETE"]);
});

test("bodies are JSON objects of a megabyte at most", async () => {
  const { ask } = await service();
  expect((await ask(admin, "POST", "/definitions", "{")).status).toBe(400);
  expect((await ask(admin, "POST", "/definitions", "[]")).status).toBe(400);
  expect((await ask(admin, "POST", "/definitions", " ".repeat(1_048_577))).status).toBe(413);
});

test("tokens that cannot be meant are refused at the start", async () => {
  await expect(hashToken("short")).rejects.toThrow(/32/);
  const { registry } = await service();
  const runtime = await createRuntime({ plugins: [] });
  for (const wrong of [
    { hash: await hashToken(admin), rights: [], expires },
    { hash: admin, rights: ["tools:list"], expires },
    { hash: await hashToken(admin), rights: ["tools:list"], expires: new Date("never") },
  ]) {
    const given = [{ caller, ...wrong }] as unknown as ApiToken[];
    expect(() => registryApi({ registry, runtime, tokens: given })).toThrow(/tokens\[0\]/);
  }
});
