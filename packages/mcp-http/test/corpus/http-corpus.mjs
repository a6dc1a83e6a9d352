import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { ToolError } from "@agent-tools/contract";

// Runs the corpus of HTTP requests against a real server, byte by byte over a socket: an HTTP client would mend some of
// the faults on the way. Used by the package's own test and by the bench; plain JavaScript, so that both can load it.

const PATIENCE_MS = 15_000;
const tokens = {
  TOKEN_OK: "ok-0123456789-0123456789-0123456789",
  TOKEN_ALICE: "alice-0123456789-0123456789-0123456789",
  TOKEN_BOB: "bob-0123456789-0123456789-0123456789",
  TOKEN_EXPIRED: "expired-0123456789-0123456789-0123456789",
};

const exposure = {
  info: { name: "corpus", version: "1.0.0" },
  instructions: () => "A server for the corpus.",
  listTools: async () => [{ name: "echo", inputSchema: { type: "object" } }],
  async callTool(name, args) {
    if (name === "echo") return { content: [{ type: "text", text: JSON.stringify(args) }] };
    throw new ToolError("unknown_target", `There is no tool "${name}".`);
  },
  onToolsChanged: () => () => {},
};

/** The cases that need access control by OAuth, which is served by another part. */
export const isForLater = ({ profile }) => profile === "bearer";

/**
 * Runs the cases one after the other; `http` is this package's API. Answers with what was wrong of each, or nothing.
 * @returns {Promise<{ id: string, problem: string | undefined }[]>}
 */
export async function runHttpCorpus(cases, http) {
  const results = [];
  for (const one of cases) results.push({ id: one.id, problem: await runCase(one, http) });
  return results;
}

async function runCase(one, http) {
  const listening = await serve(one, http);
  try {
    const session = await sessionFor(one, listening.port);
    const before = process.memoryUsage().rss;
    const started = Date.now();
    const reply = await exchangeFor(one, listening.port, session);
    const seconds = (Date.now() - started) / 1_000;
    const grownMB = (process.memoryUsage().rss - before) / 2 ** 20;
    const isServed = one.expect.othersServed ? await isServing(listening.port) : undefined;
    const isAlive = one.expect.sessionAlive ? (await list(listening.port, session)).status === 200 : undefined;
    return problemOf(one.expect, reply, { seconds, grownMB, isServed, isAlive });
  } catch (error) {
    return String(error);
  } finally {
    await listening.close();
  }
}

async function serve({ profile, session }, { mcpHttp, staticTokens, hashToken }) {
  const options = { requestTimeoutMs: 1_000, slowClientMs: 3_000, drainMs: 100, handlesSignals: false };
  if (session === "expired") options.sessionIdleMs = 1;
  if (profile === "cors") options.allowedOrigins = ["https://app.example"];
  if (profile === "static-token") {
    const given = Object.entries(tokens).map(async ([name, token]) => ({
      hash: await hashToken(token),
      caller: callerOf(name),
      expires: new Date(name === "TOKEN_EXPIRED" ? "2020-01-01" : "2100-01-01"),
    }));
    options.access = staticTokens(await Promise.all(given));
  }
  return mcpHttp(exposure, options).listen(0);
}

function callerOf(token) {
  const caller = token === "TOKEN_BOB" ? "bob" : "alice";
  return { workspace: "w", agent: "a", caller, channel: "http", conversation: caller };
}

// Sessions

const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "corpus", version: "1" } },
};

const baseHeaders = (port, token) => ({
  Host: `127.0.0.1:${port}`,
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  ...(token && { Authorization: `Bearer ${token}` }),
});

const post = (port, body, headers = {}) =>
  exchange(
    port,
    head("POST", "/mcp", { ...baseHeaders(port), ...headers, "Content-Length": Buffer.byteLength(body) }) + body,
  );

const list = (port, session) =>
  post(port, JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/list" }), { "Mcp-Session-Id": session });

const isServing = async (port) => (await post(port, JSON.stringify(initialize))).status === 200;

async function sessionFor({ session, profile }, port) {
  if (session === "none" || session === "unknown") return "nope";
  const headers = profile === "static-token" ? { Authorization: `Bearer ${tokens.TOKEN_ALICE}` } : {};
  const { headers: answered } = await post(port, JSON.stringify(initialize), headers);
  const id = answered["mcp-session-id"];
  if (session === "deleted") {
    await exchange(port, head("DELETE", "/mcp", { ...baseHeaders(port), ...headers, "Mcp-Session-Id": id }));
  }
  const expiry = Date.now() + 3;
  while (session === "expired" && Date.now() < expiry) await new Promise((resolve) => setImmediate(resolve));
  return id;
}

// Requests

function head(method, path, headers) {
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
  return `${[`${method} ${path} HTTP/1.1`, ...pairs.map(([name, value]) => `${name}: ${value}`)].join("\r\n")}\r\n\r\n`;
}

function filledIn(text, port, session) {
  return text.replaceAll(/\{([A-Z_]+)\}/g, (whole, name) => {
    if (name === "PORT") return String(port);
    if (name === "SESSION") return session;
    if (name === "SESSION_UPPER") return session.toUpperCase();
    return tokens[name] ?? (name.startsWith("TOKEN") ? "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0." : whole);
  });
}

async function exchangeFor({ request }, port, session) {
  const fill = (headers) =>
    Array.isArray(headers)
      ? headers.map(([name, value]) => [name, filledIn(value, port, session)])
      : Object.entries(headers ?? {}).map(([name, value]) => [name, filledIn(value, port, session)]);
  const { method, path } = request;
  const headers = fill(request.headers);
  if (request.generate) return generated(request.generate, { port, method, path, headers });
  const body = request.raw ?? (request.body === undefined ? "" : JSON.stringify(request.body));
  const hasLength = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  if (body && !hasLength) headers.push(["Content-Length", Buffer.byteLength(body)]);
  return exchange(port, head(method, path, headers) + body);
}

const MiB = 2 ** 20;
const json = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

/** The loads that the corpus describes in words. */
async function generated(words, { port, method, path, headers }) {
  const start = (more) => head(method, path, [...headers, ...more]);
  const sized = (bytes) => exchange(port, start([["Content-Length", bytes.byteLength]]), [bytes]);
  const inMiB = Number(/(\d+) MiB/.exec(words)?.[1] ?? 1);
  // A file of several members is one file (RFC 1952, section 2.2), and much faster to make.
  if (/^gzip/.test(words)) return sized(Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(16 * MiB), { level: 9 }))));
  if (/^JSON body of/.test(words)) return sized(Buffer.from(JSON.stringify("x".repeat(inMiB * MiB))));
  if (/never ends/.test(words)) return exchange(port, start([["Transfer-Encoding", "chunked"]]), endless());
  if (/invalid UTF-8/.test(words)) return sized(Buffer.from(json.replace("ping", "pi\xffng"), "latin1"));
  if (/^headers sent one byte/.test(words)) return exchange(port, "", slowly(start([["Content-Length", 2]])));
  if (/^body sent one byte/.test(words)) {
    return exchange(port, start([["Content-Length", 1_000]]), slowly(json.padEnd(1_000)));
  }
  if (/idle sockets/.test(words)) return idle(port, Number.parseInt(words, 10));
  if (/KiB of headers/.test(words)) {
    return exchange(port, start([["X-Padding", "x".repeat(Number.parseInt(words, 10) * 1024)]]));
  }
  if (/header lines/.test(words)) {
    return exchange(port, start(Array.from({ length: Number.parseInt(words, 10) }, (_, n) => [`X-Padding-${n}`, "x"])));
  }
  if (/^Content-Length: 5 with/.test(words)) {
    const both = [
      ["Content-Length", 5],
      ["Transfer-Encoding", "chunked"],
    ];
    return exchange(port, `${start(both)}${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`);
  }
  if (/^two different Content-Length/.test(words)) {
    return exchange(
      port,
      start([
        ["Content-Length", json.length],
        ["Content-Length", json.length + 1],
      ]) + json,
    );
  }
  if (/^Expect: 100-continue/.test(words)) {
    return exchange(
      port,
      start([
        ["Content-Length", 1024 * MiB],
        ["Expect", "100-continue"],
      ]),
    );
  }
  throw new Error(`The harness does not know how to generate: ${words}`);
}

async function* endless() {
  const chunk = Buffer.alloc(MiB, " ");
  for (;;) {
    yield Buffer.concat([Buffer.from(`${MiB.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function* slowly(text) {
  for (const byte of text) {
    yield byte;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function idle(port, count) {
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const socket = connect(port, "127.0.0.1", () => resolve(socket)).on("error", () => {});
        }),
    ),
  );
  const isServed = await isServing(port);
  for (const socket of sockets) socket.destroy();
  return { status: isServed ? "open-or-closed" : "others wait", headers: {}, body: "", isClosed: false };
}

/**
 * Sends bytes and reads one response: to its end, or to the first message where it is a stream. `isClosed` is true where
 * the server has closed the connection by then.
 */
function exchange(port, text, more = []) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = Buffer.alloc(0);
    let isClosed = false;
    let reply;
    const timer = setTimeout(() => end(), PATIENCE_MS);
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...(reply ?? { status: isClosed ? "closed" : "nothing", headers: {}, body: "" }), isClosed });
    };
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      reply ??= parsed(received, text.startsWith("HEAD"));
      if (reply && !isSending) end();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      isClosed = true;
      reply ??= parsed(received, true);
      end();
    });
    let isSending = true;
    (async () => {
      if (text) socket.write(text);
      for await (const piece of more) {
        if (socket.destroyed) break;
        socket.write(piece);
      }
      isSending = false;
      if (reply) end();
    })();
  });
}

function parsed(bytes, isWhole = false) {
  const text = bytes.toString("latin1");
  const at = text.indexOf("\r\n\r\n");
  if (at < 0) return undefined;
  const [statusLine = "", ...lines] = text.slice(0, at).split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  if (status === 100) return parsed(bytes.subarray(at + 4), isWhole);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const rest = text.slice(at + 4);
  const length = Number(headers["content-length"] ?? Number.NaN);
  const isStream = headers["content-type"] === "text/event-stream";
  const isComplete =
    isWhole ||
    status === 204 ||
    rest.length >= length ||
    rest.endsWith("0\r\n\r\n") ||
    (isStream && /^data: \{/m.test(rest));
  return isComplete ? { status, headers, body: Buffer.from(rest, "latin1").toString() } : undefined;
}

// Expectations

function problemOf(expect, reply, { seconds, grownMB, isServed, isAlive }) {
  const { status, headers, body, isClosed } = reply;
  const message = messageIn(body);
  const code = message?.error?.code;
  const isToolError = expect.orIsError && message?.result?.isError === true;
  const faults = [
    !expect.status.includes(status) && `status ${status}, not ${expect.status.join(" or ")}: ${body.slice(0, 200)}`,
    expect.contentType && !expect.contentType.includes(headers["content-type"]) && `type ${headers["content-type"]}`,
    expect.emptyBody && body !== "" && `body ${body}`,
    expect.jsonrpcError && !isToolError && !expect.jsonrpcError.includes(code) && `error ${code}`,
    expect.resultPath && message?.result?.[expect.resultPath] === undefined && `no ${expect.resultPath} in the result`,
    expect.closed && !isClosed && "the connection stays open",
    expect.othersServed && !isServed && "others are not served",
    expect.sessionAlive && !isAlive && "the session is gone",
    expect.maxSeconds && seconds > expect.maxSeconds && `${seconds} s`,
    expect.maxRssDeltaMB && grownMB > expect.maxRssDeltaMB && `${grownMB.toFixed()} MB more`,
    ...Object.entries(expect.header ?? {}).map(
      ([name, pattern]) => !new RegExp(pattern, "i").test(headers[name] ?? "") && `${name}: ${headers[name]}`,
    ),
    ...(expect.noHeader ?? []).map((name) => headers[name] !== undefined && `${name} is sent`),
  ].filter(Boolean);
  return faults.length > 0 ? faults.join("; ") : undefined;
}

/** The message in a JSON body, or the last one in a stream. */
function messageIn(body) {
  for (const candidate of [body, ...[...body.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => data).reverse()]) {
    try {
      return JSON.parse(candidate.replace(/^[0-9a-f]+\r\n/i, ""));
    } catch {}
  }
  return undefined;
}
