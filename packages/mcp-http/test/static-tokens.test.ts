import { localCaller } from "@agent-tools/contract";
import { afterEach, expect, test, vi } from "vitest";
import { sampleExposure } from "../../mcp-binding/test/sample-exposure.js";
import { hashToken, mcpHttp, staticTokens } from "../src/index.js";
import { initialize, messagesOf, openSession, rawRequest } from "./raw-http.js";

const alice = "alice-0123456789-0123456789-0123456789";
const bob = "bob-0123456789-0123456789-0123456789";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

afterEach(() => void vi.useRealTimers());

async function served() {
  const token = async (name: string, text: string) => ({
    hash: await hashToken(text),
    caller: localCaller({ caller: name, channel: "http", conversation: name }),
    expires: new Date(Date.now() + 60_000),
  });
  const { exposure } = sampleExposure();
  return mcpHttp(exposure, { access: staticTokens([await token("alice", alice), await token("bob", bob)]) });
}

test("a token speaks for its caller, and for nobody else's session", async () => {
  const { fetch } = await served();
  const session = await openSession(fetch, bearer(alice));
  const whoami = { id: 1, method: "tools/call", params: { name: "whoami" } };
  const [message] = await messagesOf(await fetch(rawRequest({ session, headers: bearer(alice), message: whoami })));
  expect(JSON.stringify(message)).toContain(String.raw`\"caller\":\"alice\"`);
  expect((await fetch(rawRequest({ session, headers: bearer(bob), message: whoami }))).status).toBe(404);
  expect((await fetch(rawRequest({ session, message: whoami }))).status).toBe(401);
});

test.each([
  ["none", {}, /^Bearer realm/],
  ["another one", bearer("x".repeat(40)), /^Bearer error="invalid_token"/],
  ["its hash", {}, /^Bearer/],
  ["two", bearer(`${alice} ${bob}`), /^Bearer error="invalid_request"/],
  ["another scheme", { authorization: `Basic ${alice}` }, /^Bearer error="invalid_request"/],
])("a request with %s is refused before its body is read", async (_, headers, challenge) => {
  const { fetch } = await served();
  const response = await fetch(rawRequest({ message: initialize, headers }));
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toMatch(challenge);
});

test("a token ends on its day, in a session that is open too", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { fetch } = await served();
  const session = await openSession(fetch, bearer(alice));
  vi.advanceTimersByTime(60_000);
  const message = { id: 1, method: "ping" };
  expect((await fetch(rawRequest({ session, headers: bearer(alice), message }))).status).toBe(401);
});

test("only unguessable tokens, whole hashes, real dates and different tokens are taken", async () => {
  await expect(hashToken("secret")).rejects.toMatchObject({ code: "invalid_arguments" });
  const hash = await hashToken(alice);
  const caller = localCaller();
  const expires = new Date(0);
  expect(() => staticTokens([{ hash: alice, caller, expires }])).toThrow(/token 0 has an unusable `hash`/);
  expect(() => staticTokens([{ hash, caller, expires: new Date("soon") }])).toThrow(/`expires`/);
  expect(() =>
    staticTokens([
      { hash, caller, expires },
      { hash, caller, expires },
    ]),
  ).toThrow(/token 1/);
  expect(hash).not.toContain(alice);
  expect(() => mcpHttp(sampleExposure().exposure, { access: staticTokens([]), caller })).toThrow(/both/);
});
