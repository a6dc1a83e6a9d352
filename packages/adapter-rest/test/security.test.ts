import { type StandaloneContextOptions, standaloneContext, type ToolResult } from "@agent-tools/contract";
import { afterEach, describe, expect, it } from "vitest";
import { type Credential, openApiAdapter, restAdapter } from "../src/index.js";
import { refusal } from "./refusal.js";
import { answer, bodyOf, type Served, serve } from "./serve.js";

const closing: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

interface Request {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** A service that gives out numbered tokens at /token and /login, and takes only the newest at every other path. */
async function service(isStrict = true): Promise<Served & { tokens(): number; requests: Request[]; refuse(): void }> {
  let tokens = 0;
  let refused = 0;
  const requests: Request[] = [];
  const server = await serve(async (request, response) => {
    const body = await bodyOf(request);
    const path = request.url as string;
    requests.push({ path, authorization: request.headers.authorization, headers: request.headers, body });
    if (path === "/token" || path === "/login") {
      tokens += 1;
      return answer(response, 200, { access_token: `t${tokens}`, data: { token: `t${tokens}` }, expires_in: 3600 });
    }
    const [, given] = /t(\d+)$/.exec(request.headers.authorization ?? "") ?? [];
    const isGood = !isStrict || (given !== undefined && Number(given) > refused);
    return isGood ? answer(response, 200, { path, given }) : answer(response, 401, { error: "token expired" });
  });
  closing.push(server);
  return Object.assign(server, {
    tokens: () => tokens,
    requests,
    refuse: () => {
      refused = tokens;
    },
  });
}

const schemes = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "key" },
  cookie: { type: "apiKey", in: "cookie", name: "session" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } },
};

async function api(url: string, security: object[], credentials: Record<string, Credential>) {
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    servers: [{ url }],
    security: [{ key: [] }],
    paths: {
      "/thing": {
        post: {
          operationId: "thing",
          security,
          parameters: [{ name: "key", in: "query", schema: {} }],
          responses: {},
        },
      },
      "/open": { get: { operationId: "open", security: [], responses: {} } },
      "/global": { get: { operationId: "global", responses: {} } },
    },
    components: { securitySchemes: schemes },
  };
  const adapter = await openApiAdapter({ document, security: credentials });
  closing.push({ close: () => adapter.close?.() });
  return async (tool: string, context: StandaloneContextOptions = {}, args = {}) =>
    (await adapter.call(tool, args, standaloneContext(context))) as ToolResult;
}

describe("credentials", () => {
  it("puts each kind in its place, and those of one requirement together", async () => {
    const server = await service(false);
    const call = await api(server.url, [{ key: [], query: [], cookie: [], basic: [] }], {
      key: { secret: "KEY" },
      query: { secret: "KEY" },
      cookie: { secret: "KEY" },
      basic: { username: "USER", password: "KEY" },
    });
    await call("thing", { secrets: { KEY: "k&1", USER: "ü" } }, { key: "mine" });
    const [request] = server.requests;
    expect(request?.path).toBe("/thing?key=k%261");
    expect(request?.headers).toMatchObject({ "x-key": "k&1", cookie: "session=k%261" });
    expect(request?.authorization).toBe(`Basic ${Buffer.from("ü:k&1").toString("base64")}`);
  });

  it("takes the first way in that is configured and set; none for an open operation", async () => {
    const server = await service(false);
    const call = await api(server.url, [{ bearer: [] }, { key: [] }, {}], {
      bearer: { secret: "TOKEN" },
      key: { secret: "KEY" },
    });
    await call("thing", { secrets: { TOKEN: "t", KEY: "k" } });
    await call("thing", { secrets: { KEY: "k" } });
    await call("thing");
    await call("open", { secrets: { KEY: "k" } });
    await call("global", { secrets: { KEY: "k" } });
    expect(server.requests.map(({ authorization, headers }) => [authorization, headers["x-key"]])).toEqual([
      ["Bearer t", undefined],
      [undefined, "k"],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, "k"],
    ]);
    const error = await refusal(call("global"));
    expect(error).toMatchObject({ code: "missing_secret", message: expect.stringContaining("KEY") });
    expect(server.requests).toHaveLength(5);
  });

  it("refuses a configuration for a scheme that is not there", async () => {
    const error = await refusal(api("http://127.0.0.1:1", [], { kay: { secret: "KEY" } }));
    expect(error.message).toContain('"kay"');
    expect(error.hint).toContain("bearer");
  });
});

describe("tokens", () => {
  const client = { oauth: { clientId: "ID", clientSecret: "SECRET", scopes: ["read", "write"] } };
  const secrets = { ID: "i", SECRET: "s:1" };

  it("gets a token by client credentials once, for calls at the same time as well, and keeps it", async () => {
    const server = await service();
    const call = await api(server.url, [{ oauth: [] }], client);
    await Promise.all([1, 2, 3].map(() => call("thing", { secrets })));
    await call("thing", { secrets });
    expect(server.tokens()).toBe(1);
    const [token] = server.requests;
    expect(token).toMatchObject({
      path: "/token",
      authorization: `Basic ${Buffer.from("i:s%3A1").toString("base64")}`,
      body: "grant_type=client_credentials&scope=read+write",
    });
  });

  it("renews a refused token once for all calls that wait, and gives up after that", async () => {
    const server = await service();
    const call = await api(server.url, [{ oauth: [] }], client);
    await call("thing", { secrets });
    server.refuse();
    const results = await Promise.all([1, 2, 3].map(() => call("thing", { secrets })));
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
      Array(3).fill({ path: "/thing", given: "2" }),
    );
    expect(server.tokens()).toBe(2);
    const stubborn = await serve(async (request, response) => {
      if (request.url === "/token") answer(response, 200, { access_token: "t" });
      else answer(response, 401, { error: "never" });
    });
    closing.push(stubborn);
    const refused = await api(stubborn.url, [{ oauth: [] }], client);
    expect((await refusal(refused("thing", { secrets }))).details).toMatchObject({ status: 401 });
  });

  it("never serves one caller with the token of another's secrets", async () => {
    const server = await service();
    const call = await api(server.url, [{ oauth: [] }], client);
    await call("thing", { secrets });
    await call("thing", { secrets: { ID: "other", SECRET: "x" } });
    expect(server.tokens()).toBe(2);
  });

  it("logs in with a request of its own where the API has no flow, and says so when that fails", async () => {
    const server = await service();
    const login = {
      url: "/login",
      body: { user: "{{secrets.USER}}", password: "{{secrets.PASSWORD}}" },
      token: "data.token",
      expiresIn: "expires_in",
    };
    const adapter = restAdapter({
      baseUrl: server.url,
      tools: [{ name: "thing", url: "/thing" }],
      authentication: { type: "http", scheme: "bearer", credential: { login } },
    });
    closing.push({ close: () => adapter.close?.() });
    const context = () => standaloneContext({ secrets: { USER: "u", PASSWORD: 'p"w' } });
    await Promise.all([1, 2, 3].map(() => adapter.call("thing", {}, context())));
    server.refuse();
    await Promise.all([1, 2, 3].map(() => adapter.call("thing", {}, context())));
    expect(server.tokens()).toBe(2);
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({ user: "u", password: 'p"w' });
    const wrong = restAdapter({
      baseUrl: server.url,
      tools: [{ name: "thing", method: "POST", url: "/thing" }],
      authentication: { type: "http", scheme: "bearer", credential: { login: { ...login, url: "/nowhere" } } },
    });
    closing.push({ close: () => wrong.close?.() });
    let isSent = false;
    const failed = standaloneContext({
      secrets: { USER: "u", PASSWORD: "p" },
      dispatched: () => {
        isSent = true;
      },
    });
    const error = await refusal(() => wrong.call("thing", {}, failed));
    expect(error.hint).toContain("not sent");
    expect(isSent).toBe(false);
  });
});
