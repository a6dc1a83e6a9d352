import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { finishLogin, type McpProxyOptions, mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import {
  type Caller,
  type Connection,
  localCaller,
  standaloneContext,
  standaloneHost,
  type ToolError,
} from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { sqliteStore } from "@agent-tools/store-sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sqliteProblem } from "../../../store-sqlite/test/sqlite-problem.js";
import { failure } from "../failure.js";
import { httpServer, type ListeningServer, stopServers } from "../servers.js";
import { type OAuthServer, type OAuthServerOptions, oauthServer } from "./oauth-server.js";

let behind: ListeningServer;
beforeAll(async () => {
  behind = await httpServer("v1");
});
afterAll(stopServers);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function server(options?: OAuthServerOptions): Promise<OAuthServer> {
  const made = await oauthServer(behind.url, options);
  ends.push(() => made.close());
  return made;
}

function adapterFor(options: McpProxyOptions, host = standaloneHost()) {
  const adapter = mcpProxyAdapter({ era: "legacy", ...options } as McpProxyOptions, host);
  ends.push(() => adapter.close?.());
  return { adapter, host };
}

/** What the person's browser ends at. */
async function browse(error: unknown): Promise<string> {
  expect(error).toMatchObject({ code: "login_required" });
  const { url } = (error as ToolError).details as { url: string };
  const response = await fetch(url, { redirect: "manual" });
  return response.headers.get("location") ?? "";
}

const context = (caller?: Caller) => standaloneContext(caller ? { caller } : {});
const text = (result: unknown) => (result as { content: [{ text: string }] }).content[0].text;

describe("a person's login", () => {
  test("is asked for with an address, finished with what the browser ends at, and used", async () => {
    const { url, registered, redeemed } = await server();
    const { adapter, host } = adapterFor({ url });
    const asked = await failure(adapter.listTools(context()));
    expect(asked).toMatchObject({ code: "login_required", details: { url: expect.stringContaining("/authorize?") } });
    expect((asked as ToolError).message).toContain("/authorize?");
    expect(registered).toMatchObject([{ token_endpoint_auth_method: "none" }]);
    expect(await failure(adapter.listTools(context()))).toMatchObject({
      details: { url: (asked as ToolError).details?.["url"] },
    });
    const answer = await browse(asked);
    expect(await finishLogin(answer, host)).toMatchObject({ serverUrl: url, caller: "local" });
    expect((await adapter.listTools(context())).tools.length).toBeGreaterThan(3);
    expect(redeemed).toEqual({ authorization_code: 1 });
    // A code is taken once.
    expect(await failure(finishLogin(answer, host))).toMatchObject({ code: "login_required" });
  });

  test("belongs to its caller, and to nobody else", async () => {
    const { url } = await server();
    const { adapter, host } = adapterFor({ url });
    const [ada, bob] = ["ada", "bob"].map((caller) => ({ ...localCaller(), caller })) as [Caller, Caller];
    await finishLogin(await browse(await failure(adapter.listTools(context(ada)))), host);
    await adapter.listTools(context(ada));
    expect(await failure(adapter.listTools(context(bob)))).toMatchObject({ code: "login_required" });
  });

  test("is finished on behalf of its caller, so that a network of several knows whose it is", async () => {
    const { url } = await server();
    const asking = new Set<string>();
    const network = { check: ({ caller }: Connection) => void asking.add(caller?.agent ?? "nobody") };
    const { adapter, host } = adapterFor({ url }, standaloneHost({ network }));
    const ada = localCaller({ caller: "ada", agent: "librarian" });
    const answer = await browse(await failure(adapter.listTools(context(ada))));
    expect([...asking]).toEqual(["librarian"]);
    asking.clear();
    await finishLogin(answer, host);
    expect([...asking]).toEqual(["librarian"]);
  });

  test("belongs to its server: no token is sent to another address", async () => {
    const [first, second] = [await server(), await server()];
    const { adapter, host } = adapterFor({ url: first.url });
    await finishLogin(await browse(await failure(adapter.listTools(context()))), host);
    const other = adapterFor({ url: second.url }, host);
    expect(await failure(other.adapter.listTools(context()))).toMatchObject({ code: "login_required" });
  });

  test("that the person refused, or of which too little was copied, says so", async () => {
    const { url } = await server();
    const { adapter, host } = adapterFor({ url });
    const asked = (await failure(adapter.listTools(context()))) as ToolError;
    const { state } = asked.details as { state: string };
    expect(await failure(finishLogin("http://127.0.0.1:8322/callback", host))).toMatchObject({
      code: "invalid_arguments",
      hint: expect.stringContaining("whole address"),
    });
    expect(await failure(finishLogin(`?error=access_denied&state=${state}`, host))).toMatchObject({
      message: expect.stringContaining("was refused"),
    });
    // The next call asks anew.
    const anew = (await failure(adapter.listTools(context()))) as ToolError;
    expect(anew.details?.["state"]).not.toBe(state);
  });

  test("with another issuer's answer is refused (RFC 9207)", async () => {
    const { url } = await server();
    const { adapter, host } = adapterFor({ url });
    const answer = new URL(await browse(await failure(adapter.listTools(context()))));
    answer.searchParams.set("iss", "https://attacker.example");
    expect(await failure(finishLogin(answer.href, host))).toMatchObject({ code: "upstream_error" });
  });

  test("with a code that is no longer good says that the authorization server refused", async () => {
    const { url } = await server();
    const { adapter, host } = adapterFor({ url });
    const answer = new URL(await browse(await failure(adapter.listTools(context()))));
    answer.searchParams.set("code", "another");
    expect(await failure(finishLogin(answer.href, host))).toMatchObject({
      code: "upstream_error",
      message: expect.stringMatching(/refused the login: invalid_grant$/),
    });
  });

  test("at an address that no browser should open is refused", async () => {
    const { url } = await server({ authorizeScheme: "file" });
    const { adapter } = adapterFor({ url });
    const refused = (await failure(adapter.listTools(context()))) as ToolError;
    expect(refused.code).toBe("upstream_error");
    expect(refused.message).not.toContain("file:///");
  });

  test("for more scopes is asked for where the server wants them", async () => {
    const fixture = await server();
    const { adapter, host } = adapterFor({ url: fixture.url });
    await finishLogin(await browse(await failure(adapter.listTools(context()))), host);
    await adapter.call("echo_later", { value: "1" }, context());
    fixture.requireScope("write");
    const asked = await failure(adapter.call("echo_later", { value: "1" }, context()));
    expect((asked as ToolError).details?.["url"]).toContain("write");
    // A login that fails costs nobody the one that there is.
    const answer = await browse(asked);
    expect(await failure(finishLogin(answer.replace(/code=[^&]+/, "code=no"), host))).toMatchObject({
      code: "upstream_error",
    });
    const again = await failure(adapter.call("echo_later", { value: "1" }, context()));
    expect(fixture.refused).toBe(1);
    await finishLogin(await browse(again), host);
    expect(text(await adapter.call("echo_later", { value: "2" }, context()))).toContain("2");
  });

  test("needs no registration where a client is given: its own, or a metadata document", async () => {
    const { url, registered } = await server({ clients: { known: "s3cret-of-known" } });
    const options = { url, oauth: { clientId: "known", clientSecret: "{{secrets.CLIENT}}" } };
    const { adapter, host } = adapterFor(options);
    const secrets = { CLIENT: "s3cret-of-known" };
    const asked = await failure(adapter.listTools(standaloneContext({ secrets })));
    await finishLogin(await browse(asked), host, standaloneContext({ secrets }).secrets);
    await adapter.listTools(standaloneContext({ secrets }));
    const stored = await host.store.list([]);
    expect(JSON.stringify(stored)).not.toContain("s3cret-of-known");

    const documents = await server({ acceptsMetadataDocuments: true });
    const clientMetadataUrl = "https://tools.example/client.json";
    const reader = adapterFor({ url: documents.url, oauth: { clientMetadataUrl } });
    const login = (await failure(reader.adapter.listTools(context()))) as ToolError;
    expect(new URL(login.details?.["url"] as string).searchParams.get("client_id")).toBe(clientMetadataUrl);
    expect([...registered, ...documents.registered]).toEqual([]);
  });

  test("of a given client is shown to the issuer that it was given for, and to no other", async () => {
    const fixture = await server({ clients: { known: "s3cret-of-known" } });
    const oauth = { clientId: "known", clientSecret: "s3cret-of-known", issuer: "https://login.example" };
    const { adapter } = adapterFor({ url: fixture.url, oauth });
    expect(await failure(adapter.listTools(context()))).toMatchObject({ code: "upstream_error" });
    const unbound = adapterFor({ url: fixture.url, oauth: { ...oauth, issuer: undefined } as never });
    expect(await failure(unbound.adapter.listTools(context()))).toMatchObject({ code: "login_required" });
  });

  test("is bound to its issuer: another one that the server names gets none of its tokens", async () => {
    const fixture = await server();
    const { adapter, host } = adapterFor({ url: fixture.url });
    await finishLogin(await browse(await failure(adapter.listTools(context()))), host);
    fixture.moveIssuer();
    fixture.expireAccessTokens();
    fixture.failRefreshes(404);
    // What was found out about the first one is believed until it does not help any more.
    expect(await failure(adapter.listTools(context()))).toMatchObject({ code: "login_required" });
    fixture.failRefreshes(undefined);
    await finishLogin(await browse(await failure(adapter.listTools(context()))), host);
    await adapter.listTools(context());
    expect(fixture.redeemed).toEqual({ authorization_code: 2 });
    expect(fixture.registered).toHaveLength(2);
  });

  test("is none where the server knows no OAuth, where it is switched off, and where a header logs in", async () => {
    const { url, registered } = await server();
    for (const options of [
      { url, oauth: false as const },
      { url, headers: { authorization: "Bearer no" } },
    ]) {
      const refused = (await failure(adapterFor(options).adapter.listTools(context()))) as ToolError;
      expect(refused).toMatchObject({ code: "login_required", message: expect.stringContaining("HTTP 401") });
    }
    expect(registered).toEqual([]);
  });
});

describe("a token that is no longer good", () => {
  async function loggedIn(options?: OAuthServerOptions) {
    const fixture = await server(options);
    const made = adapterFor({ url: fixture.url });
    await finishLogin(await browse(await failure(made.adapter.listTools(context()))), made.host);
    await made.adapter.listTools(context());
    return { fixture, ...made };
  }

  test("is renewed once for many calls, and the calls run (R49)", async () => {
    const { fixture, adapter } = await loggedIn({ refreshMs: 50 });
    fixture.expireAccessTokens();
    const refused = fixture.refused;
    const calls = Array.from({ length: 12 }, (_, n) => adapter.call("echo_later", { value: String(n) }, context()));
    expect((await Promise.all(calls)).map(text).every((said, n) => said.includes(String(n)))).toBe(true);
    expect(fixture.redeemed["refresh_token"]).toBe(1);
    expect(fixture.reused).toBe(0);
    expect(fixture.refused - refused).toBeGreaterThan(1);
  });

  test.skipIf(sqliteProblem !== undefined)("is renewed once for many calls in two processes (R49)", async () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-tools-oauth-"));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "state.db");
    const fixture = await server({ refreshMs: 200 });
    const store = await sqliteStore({ file });
    const { adapter, host } = adapterFor({ url: fixture.url }, standaloneHost({ store }));
    await finishLogin(await browse(await failure(adapter.listTools(context()))), host);
    await store.close?.();

    const program = fileURLToPath(new URL("redeeming-process.ts", import.meta.url));
    const children = [0, 1].map(() => {
      const args = ["--conditions=@agent-tools/source", "--import", "tsx", program, file, fixture.url];
      const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
      ends.push(() => child.kill("SIGKILL"));
      return { child, lines: createInterface(child.stdout) };
    });
    await Promise.all(children.map(({ lines }) => once(lines, "line")));
    fixture.expireAccessTokens();
    const counts = children.map(({ lines }) => once(lines, "line"));
    for (const { child } of children) child.stdin.write("go\n");
    expect((await Promise.all(counts)).flat()).toEqual(["12", "12"]);
    expect(fixture.redeemed["refresh_token"]).toBe(1);
    expect(fixture.reused).toBe(0);
  });

  test("is not thrown away where the authorization server is down for a while", async () => {
    const { fixture, adapter } = await loggedIn();
    fixture.expireAccessTokens();
    fixture.failRefreshes(503);
    expect(await failure(adapter.call("echo_later", { value: "1" }, context()))).toMatchObject({
      code: "upstream_unavailable",
    });
    fixture.failRefreshes(undefined);
    expect(text(await adapter.call("echo_later", { value: "1" }, context()))).toContain("1");
  });

  test("is given up on before another process may renew it", async () => {
    const { fixture, adapter } = await loggedIn();
    fixture.expireAccessTokens();
    const { timeout } = AbortSignal;
    const over = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms === 50_000 ? 0 : ms));
    ends.push(() => over.mockRestore());
    fixture.holdRefreshes();
    expect(await failure(adapter.call("echo_later", { value: "1" }, context()))).toMatchObject({
      code: "upstream_unavailable",
    });
  });

  test("does not take the place of the one that a person gets meanwhile", async () => {
    const { fixture, adapter, host } = await loggedIn({ refreshMs: 200 });
    fixture.requireScope("write");
    const answer = await browse(await failure(adapter.call("echo_later", { value: "1" }, context())));
    fixture.expireAccessTokens();
    const renewing = failure(adapter.call("echo_later", { value: "2" }, context()));
    await expect
      .poll(async () => (await host.store.list(["mcp-proxy"])).some(({ key }) => key.at(-1) === "lock"))
      .toBe(true);
    await finishLogin(answer, host);
    await renewing;
    expect(text(await adapter.call("echo_later", { value: "3" }, context()))).toContain("3");
  });

  test("of a client that the authorization server has forgotten is replaced by a login of a new one", async () => {
    const { fixture, adapter, host } = await loggedIn();
    fixture.expireAccessTokens();
    fixture.forgetClients();
    await finishLogin(await browse(await failure(adapter.call("echo_later", { value: "1" }, context()))), host);
    expect(text(await adapter.call("echo_later", { value: "2" }, context()))).toContain("2");
    expect(fixture.registered).toHaveLength(2);
  });

  test("of a host that logs in itself is replaced with no person", async () => {
    const fixture = await server({ clients: { robot: "robot-s3cret" } });
    const oauth = { grant: "client_credentials", clientId: "robot", clientSecret: "robot-s3cret" } as const;
    const { adapter } = adapterFor({ url: fixture.url, oauth });
    await adapter.listTools(context());
    fixture.expireAccessTokens();
    expect(text(await adapter.call("echo_later", { value: "7" }, context()))).toContain("7");
    expect(fixture.redeemed["client_credentials"]).toBe(2);
  });
});

test("in a runtime the login is asked for, and no token comes out of a call", async () => {
  const fixture = await server();
  const host = { store: standaloneHost().store };
  const runtime = await createRuntime({
    store: host.store,
    plugins: [
      {
        name: "Kitchen",
        prefix: "kitchen",
        trustAnnotations: true,
        createAdapter: (given) => mcpProxyAdapter({ url: fixture.url, era: "legacy" }, given),
      },
    ],
  });
  ends.push(() => runtime[Symbol.asyncDispose]());
  const call = (args: object) =>
    runtime.call(
      { target: { plugin: "kitchen", tool: "echo_later" }, arguments: args, confirm: true } as never,
      localCaller(),
    );
  const asked = await failure(call({ value: "1" }));
  await finishLogin(await browse(asked), standaloneHost({ store: host.store }));
  await call({ value: "1" });
  const tokens = await host.store.list(["mcp-proxy", "oauth"]);
  const found = tokens.find(({ key }) => key.at(-1) === "tokens");
  const { access_token } = (found as { value: unknown }).value as { access_token: string };
  const seen = JSON.stringify(await call({ value: `it is ${access_token}` }));
  expect(seen).toContain("[secret]");
  expect(seen).not.toContain(access_token);
});
