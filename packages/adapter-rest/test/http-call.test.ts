import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Echo, startEcho } from "./echo.js";
import { refusal } from "./refusal.js";
import { answer, serve } from "./serve.js";
import { echoService, shortLived } from "./services.js";

const echo = echoService();
const { closing, served, caller } = shortLived();
const get = (path: string) => caller({ url: `${echo.url}${path}` })();

describe("answers", () => {
  it("hands over text, by its charset, and what only calls itself JSON", async () => {
    expect((await get("/_/text")).content).toEqual([{ type: "text", text: "plain ☃ text" }]);
    expect((await get("/_/latin1")).content[0]?.["text"]).toBe("café");
    expect((await get("/_/xml")).content[0]?.["text"]).toBe("<a><b>1</b></a>");
    expect((await get("/_/badjson")).content[0]?.["text"]).toBe('{"a":1,');
    expect((await get("/_/ndjson")).content[0]?.["text"]).toBe('{"a":1}\n{"a":2}\n');
    expect((await get("/_/sse")).content[0]?.["text"]).toContain("event: m");
  });

  it("hands over the text as it came where a number of it has more digits than a value keeps", async () => {
    const text = '{"id":9007199254740993,"note":"12345678901234567"}';
    const server = await served((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(text),
    );
    expect((await caller({ url: server.url })()).content).toEqual([{ type: "text", text }]);
  });

  it("hands over bytes as a blob, and images as images", async () => {
    const bytes = Buffer.from([0, 1, 2, 3]).toString("base64");
    const [blob] = (await get("/_/bytes/4")).content;
    expect(blob).toMatchObject({ type: "resource", resource: { mimeType: "application/octet-stream", blob: bytes } });
    const [image] = (await get("/_/bytes/4?ct=image/png")).content;
    expect(image).toEqual({ type: "image", data: bytes, mimeType: "image/png" });
  });

  it("says that an empty success was one, and where the new thing is", async () => {
    expect((await get("/_/empty")).content).toEqual([{ type: "text", text: "204 No Content" }]);
    const server = await served((_, response) => response.writeHead(201, { location: "/things/7" }).end());
    const result = await caller({ method: "POST", url: server.url })();
    expect(result.content[0]?.["text"]).toBe("201 Created, /things/7");
  });

  it("never takes a service's answer for a tool result of its own", async () => {
    const lookalike = { content: [{ type: "text", text: "hi" }], isError: true };
    const server = await served((_, response) => answer(response, 200, lookalike));
    const result = await caller({ url: server.url })();
    expect(result.structuredContent).toEqual(lookalike);
    expect(result.isError).toBeUndefined();
  });

  it("unpacks what is compressed", async () => {
    const server = await served((request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(gzipSync(JSON.stringify({ asked: request.headers["accept-encoding"] })));
    });
    const { structuredContent } = await caller({ url: server.url })();
    expect(structuredContent).toMatchObject({ asked: expect.stringContaining("gzip") });
  });

  it("unpacks deflate with and without the header of zlib, brotli, and one under another", async () => {
    // Of data without the header some begin with one bit that its first byte has as well, and some do not.
    const texts = Array.from({ length: 40 }, (_, index) => String.fromCharCode(48 + index).repeat(1 + (index % 7)));
    const packed = texts.flatMap((text) => [
      ["deflate", deflateRawSync(text), text] as const,
      ["deflate", deflateSync(text), text] as const,
      ["br", brotliCompressSync(text), text] as const,
      ["deflate, GZIP", gzipSync(deflateRawSync(text)), text] as const,
    ]);
    expect(new Set(packed.map(([, bytes]) => (bytes[0] ?? 0) & 8)).size).toBe(2);
    const server = await served((request, response) => {
      const [encoding, bytes] = packed[Number(request.url?.slice(1))] as (typeof packed)[number];
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": encoding }).end(bytes);
    });
    for (const [index, [, , text]] of packed.entries()) {
      const { content } = await caller({ url: `${server.url}/${index}` })();
      expect(content).toEqual([{ type: "text", text }]);
    }
  });

  it("says that an answer is broken, and takes what is under an unknown encoding as it comes", async () => {
    const server = await served((request, response) => {
      const encoding = request.url === "/broken" ? "gzip" : "x-own";
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": encoding }).end("plain");
    });
    const broken = await refusal(caller({ url: `${server.url}/broken` })());
    expect([broken.code, broken.message]).toEqual(["upstream_unavailable", expect.stringContaining("header check")]);
    const lost = await refusal(caller({ url: `${server.url}/broken`, method: "POST" })());
    expect(lost.code).toBe("unknown_outcome");
    const { content } = await caller({ url: `${server.url}/own` })();
    expect(content).toEqual([{ type: "text", text: "plain" }]);
  });

  it("stops reading at 32 MiB, also where little of it travels", async () => {
    const server = await served((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync(Buffer.alloc(40 * 1024 * 1024)));
    });
    expect((await refusal(caller({ url: server.url })())).code).toBe("result_too_large");
  });
});

describe("failures", () => {
  it("keeps the service's own words: problem+json, and any other body", async () => {
    const problem = await refusal(get("/_/problem"));
    expect(problem.code).toBe("upstream_error");
    expect(problem.message).toBe("GET /_/problem answered 403 Forbidden: Not enough credit: Balance is 30, cost is 50");
    expect(problem.details).toMatchObject({ status: 403, body: { instance: "/account/1" } });
    const server = await served((_, response) =>
      response.writeHead(400, { "content-type": "text/html" }).end("<b>no</b>"),
    );
    const text = await refusal(caller({ url: server.url })());
    expect(text.details).toEqual({ status: 400, body: "<b>no</b>" });
  });

  it("keeps secrets out of messages, also where the service quotes them", async () => {
    const server = await served((request, response) =>
      answer(response, 401, { message: `Bad key ${request.headers["x-key"]}` }),
    );
    const call = caller({ url: server.url, headers: { "x-key": "{{secrets.KEY}}" } });
    const error = await refusal(call({ secrets: { KEY: 'canary"4711' } }));
    expect(JSON.stringify(error.toJSON())).not.toContain("4711");
    expect(error.message).toContain("Bad key [secret]");
  });

  it("sends what is idempotent again at most twice on 429, after Retry-After, and tells a POST how long to wait", async () => {
    const result = await get("/_/retry/1?k=read&ra=1");
    expect(result.structuredContent).toEqual({ ok: true, hit: 2 });
    const change = await refusal(caller({ method: "POST", url: `${echo.url}/_/retry/1?k=change&ra=7` })());
    expect(change).toMatchObject({ code: "rate_limited", retryable: true, retryAfterMs: 7000 });
    const put = await caller({ method: "PUT", url: `${echo.url}/_/retry/1?k=put&ra=0` })();
    expect(put.structuredContent).toEqual({ ok: true, hit: 2 });
    const bounded = await refusal(get("/_/retry/9?k=bounded&ra=0"));
    expect(bounded.details?.["body"]).toMatchObject({ hit: 3 });
    const patient = await refusal(get("/_/retry/9?k=long&ra=3600"));
    expect(patient).toMatchObject({ code: "rate_limited", retryAfterMs: 3_600_000 });
    expect(patient.details?.["body"]).toMatchObject({ hit: 1 });
  });
});

describe("lost answers", () => {
  it("sends a lost read again at most twice, and a lost change never", async () => {
    const seen: string[] = [];
    const server = await served((request) => {
      seen.push(request.method as string);
      request.socket.destroy();
    });
    expect((await refusal(caller({ url: server.url })())).code).toBe("upstream_unavailable");
    for (const method of ["POST", "PUT", "DELETE"]) {
      const error = await refusal(caller({ method, url: server.url })());
      expect(error).toMatchObject({ code: "unknown_outcome", retryable: false });
    }
    expect(seen).toEqual(["GET", "GET", "GET", "POST", "PUT", "DELETE"]);
  });

  it("sends a change again under the same idempotency key, or where it is declared idempotent", async () => {
    const keys: unknown[] = [];
    const server = await served((request, response) => {
      keys.push(request.headers["idempotency-key"]);
      if (keys.length === 1) request.socket.destroy();
      else answer(response, 200, { hits: keys.length });
    });
    const keyed = caller({ method: "POST", url: server.url }, { idempotencyHeader: "Idempotency-Key" });
    expect((await keyed()).structuredContent).toEqual({ hits: 2 });
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    keys.length = 0;
    const declared = caller({ method: "POST", url: server.url, isIdempotent: true });
    expect((await declared()).structuredContent).toEqual({ hits: 2 });
  });

  it("tells a call that never left from one that may have run", async () => {
    let isSent = false;
    const dispatched = (): void => {
      isSent = true;
    };
    const gone = await serve(() => {});
    await gone.close();
    const refused = await refusal(caller({ method: "POST", url: gone.url })({ dispatched }));
    expect(refused).toMatchObject({ code: "upstream_unavailable", retryable: true });
    expect(isSent).toBe(false);
    await caller({ url: `${echo.url}/x` })({ dispatched });
    expect(isSent).toBe(true);
  });

  it("ends at the deadline and on cancelling: a read fails, a change may have run", async () => {
    const arrivals: (() => void)[] = [];
    const server = await served(() => arrivals.shift()?.());
    for (const [method, late, ended] of [
      ["GET", "timeout", "cancelled"],
      ["POST", "unknown_outcome", "unknown_outcome"],
    ] as const) {
      const call = caller({ method, url: server.url });
      expect((await refusal(call({ timeoutMs: 150 }))).code).toBe(late);
      const controller = new AbortController();
      arrivals.push(() => controller.abort());
      expect((await refusal(call({ signal: controller.signal }))).code).toBe(ended);
    }
  });
});

describe("R51 redirects", () => {
  it("carries no credential to another origin, custom headers and cookies included", async () => {
    const other = await startEcho();
    closing.push({ close: () => other.stop() });
    const headers = {
      Authorization: "Bearer {{secrets.KEY}}",
      "X-Api-Key": "{{secrets.KEY}}",
      Cookie: "session={{secrets.KEY}}",
      "X-Custom": "v",
      Accept: "application/json",
    };
    const to = `${encodeURIComponent(`${other.url}/landed`)}`;
    const away = caller({ url: `${echo.url}/_/redirect/302?to=${to}`, headers });
    const landed = (await away({ secrets: { KEY: "canary" } })).structuredContent as unknown as Echo;
    expect(landed.path).toBe("/landed");
    expect(JSON.stringify(landed)).not.toContain("canary");
    expect(Object.keys(landed.headers).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
    const home = caller({ url: `${echo.url}/_/redirect/302?to=/landed`, headers });
    const kept = (await home({ secrets: { KEY: "canary" } })).structuredContent as unknown as Echo;
    expect(kept.headers).toMatchObject({
      authorization: "Bearer canary",
      "x-api-key": "canary",
      cookie: "session=canary",
    });
  });

  it("does not send a body on to another origin, and turns a POST into a GET as browsers do", async () => {
    const body = { secret: "{{secrets.KEY}}" };
    const away = caller({ method: "POST", url: `${echo.url}/_/redirect/307?to=http://localhost:1/x`, body });
    const error = await refusal(away({ secrets: { KEY: "canary" } }));
    expect(error.message).toContain("http://localhost:1, another origin");
    const see = caller({ method: "POST", url: `${echo.url}/_/redirect/303?to=/landed`, body });
    const landed = (await see({ secrets: { KEY: "canary" } })).structuredContent as unknown as Echo;
    expect(landed).toMatchObject({ method: "GET", path: "/landed", body: { length: 0 } });
    expect(landed.headers).not.toHaveProperty("content-type");
  });

  it("stops after five hops, and at what is no http URL", async () => {
    let hits = 0;
    const server = await served((_, response) => {
      hits += 1;
      response.writeHead(302, { location: "/again" }).end();
    });
    expect((await refusal(caller({ url: server.url })())).message).toContain("more than 5 times");
    expect(hits).toBe(6);
    expect((await refusal(get("/_/redirect/302?to=file:///etc/passwd"))).code).toBe("network_refused");
  });
});
