#!/usr/bin/env node
// Echo server for request-serialisation tests. Listens on 127.0.0.1 only.
// GET/POST/... any path -> 200 JSON {method, path, rawQuery, headers, rawHeaders, body:{base64,text,length}, parts?}
// Control paths under /_/: status, slow, redirect, problem, 429, bytes, text, empty, page, token, sse.
import http from "node:http";

const port = Number(process.argv[2] ?? process.env.PORT ?? 0);
const counters = new Map();
function parseMultipart(buf, boundary) {
  const parts = [];
  const sep = Buffer.from("--" + boundary);
  let i = buf.indexOf(sep);
  while (i >= 0) {
    let start = i + sep.length;
    if (buf.slice(start, start + 2).toString() === "--") break;
    start += 2;
    const next = buf.indexOf(Buffer.concat([Buffer.from("\r\n"), sep]), start);
    if (next < 0) break;
    const seg = buf.slice(start, next);
    const h = seg.indexOf("\r\n\r\n");
    const headers = {};
    for (const line of seg.slice(0, h).toString("latin1").split("\r\n")) {
      const c = line.indexOf(":");
      if (c > 0) headers[line.slice(0, c).toLowerCase()] = line.slice(c + 1).trim();
    }
    const disp = headers["content-disposition"] ?? "";
    const body = seg.slice(h + 4);
    parts.push({
      name: /[; ]name="([^"]*)"/.exec(disp)?.[1] ?? null,
      filename: /filename="([^"]*)"/.exec(disp)?.[1] ?? null,
      contentType: headers["content-type"] ?? null,
      headers,
      text: body.toString("utf8"),
      base64: body.toString("base64"),
    });
    i = next + 2;
  }
  return parts;
}
const json = (res, code, o, h = {}) => {
  const b = JSON.stringify(o);
  res.writeHead(code, { "content-type": "application/json", "content-length": Buffer.byteLength(b), ...h });
  res.end(b);
};
const server = http.createServer((req, res) => {
  const chunks = [];
  req.on("data", (c) => chunks.push(c));
  req.on("end", () => {
    const buf = Buffer.concat(chunks);
    const q = req.url.indexOf("?");
    const path = q < 0 ? req.url : req.url.slice(0, q);
    const rawQuery = q < 0 ? "" : req.url.slice(q + 1);
    const sp = new URLSearchParams(rawQuery);
    if (path.startsWith("/_/")) {
      const key = path + "|" + (sp.get("k") ?? "");
      const n = (counters.get(key) ?? 0) + 1;
      counters.set(key, n);
      const [, , what, arg] = path.split("/");
      if (what === "status") return json(res, Number(arg), { status: Number(arg), hit: n });
      if (what === "empty") {
        res.writeHead(204);
        return res.end();
      }
      if (what === "problem") {
        const b = JSON.stringify({
          type: "https://example.com/probs/out-of-credit",
          title: "Not enough credit",
          status: 403,
          detail: "Balance is 30, cost is 50",
          instance: "/account/1",
        });
        res.writeHead(403, { "content-type": "application/problem+json" });
        return res.end(b);
      }
      if (what === "retry") {
        const fails = Number(arg);
        if (n <= fails) return json(res, 429, { error: "slow down", hit: n }, { "retry-after": sp.get("ra") ?? "1" });
        return json(res, 200, { ok: true, hit: n });
      }
      if (what === "bytes") {
        const b = Buffer.from(Array.from({ length: Number(arg) }, (_, i) => i & 255));
        res.writeHead(200, { "content-type": sp.get("ct") ?? "application/octet-stream", "content-length": b.length });
        return res.end(b);
      }
      if (what === "text") {
        res.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
        return res.end("plain ☃ text");
      }
      if (what === "latin1") {
        res.writeHead(200, { "content-type": "text/plain; charset=iso-8859-1" });
        return res.end(Buffer.from([0x63, 0x61, 0x66, 0xe9]));
      }
      if (what === "xml") {
        res.writeHead(200, { "content-type": "application/xml" });
        return res.end("<a><b>1</b></a>");
      }
      if (what === "badjson") {
        res.writeHead(200, { "content-type": "application/json" });
        return res.end('{"a":1,');
      }
      if (what === "ndjson") {
        res.writeHead(200, { "content-type": "application/x-ndjson" });
        return res.end('{"a":1}\n{"a":2}\n');
      }
      if (what === "sse") {
        res.writeHead(200, { "content-type": "text/event-stream" });
        return res.end('event: m\ndata: {"a":1}\n\ndata: {"a":2}\n\n');
      }
      if (what === "slow") {
        setTimeout(() => json(res, 200, { slow: true }), Math.min(Number(arg), 10000));
        return;
      }
      if (what === "redirect") {
        res.writeHead(Number(arg) || 302, { location: sp.get("to") ?? "/echoed" });
        return res.end();
      }
      if (what === "token") {
        const f = new URLSearchParams(buf.toString());
        if (f.get("grant_type") !== "client_credentials") return json(res, 400, { error: "unsupported_grant_type" });
        return json(res, 200, {
          access_token: "tok-" + n,
          token_type: "Bearer",
          expires_in: Number(sp.get("exp") ?? 3600),
          scope: f.get("scope"),
        });
      }
      if (what === "page") {
        // cursor, link or offset pagination over 7 items
        const all = Array.from({ length: 7 }, (_, i) => ({ id: i + 1 }));
        const lim = Number(sp.get("limit") ?? 3);
        const off = Number(sp.get("cursor") ?? sp.get("offset") ?? 0);
        const data = all.slice(off, off + lim);
        const next = off + lim < all.length ? off + lim : null;
        const h = {};
        if (arg === "link" && next !== null) h.link = `</_/page/link?limit=${lim}&offset=${next}>; rel="next"`;
        return json(
          res,
          200,
          arg === "cursor"
            ? { data, next_cursor: next === null ? null : String(next), has_more: next !== null }
            : { data, total: all.length },
          h,
        );
      }
      return json(res, 404, { error: "unknown control path" });
    }
    const ct = req.headers["content-type"] ?? "";
    const m = /boundary="?([^";]+)"?/.exec(ct);
    json(res, 200, {
      method: req.method,
      path,
      rawQuery,
      headers: req.headers,
      rawHeaders: req.rawHeaders,
      body: { length: buf.length, text: buf.toString("utf8"), base64: buf.toString("base64") },
      ...(ct.startsWith("multipart/") && m ? { parts: parseMultipart(buf, m[1]) } : {}),
    });
  });
});
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
