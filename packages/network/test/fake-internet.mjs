import dns from "node:dns";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";

/**
 * A pretended internet inside this process: names resolve as told, and every TCP connection, whatever its address, ends
 * at a server here that answers as told, while the socket reports the address it was meant for. It works below `node:net`,
 * so that everything above it, Node's own choice between several addresses included, is the real thing.
 */
export async function fakeInternet() {
  const fixture = (name) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
  const answer = (_request, response) => {
    const { status = 200, location } = world.responses.shift() ?? {};
    response.writeHead(status, location === undefined ? {} : { location });
    response.end("reached");
  };
  const servers = {
    http: http.createServer(answer),
    https: https.createServer({ key: fixture("server-key.pem"), cert: fixture("server-cert.pem") }, answer),
  };
  const { TCP } = process.binding("tcp_wrap");
  const real = {
    ...dns,
    connect: TCP.prototype.connect,
    connect6: TCP.prototype.connect6,
    peer: TCP.prototype.getpeername,
  };
  const { NODE_TLS_REJECT_UNAUTHORIZED: realVerification } = process.env;
  const peers = new WeakMap();
  const world = {
    /** Successive answers by name, each a list of addresses; the last one stays. */
    names: {},
    /** Successive responses `{ status, location }`; then 200. */
    responses: [],
    /** Every address that a connection was tried to. */
    tried: [],
    async close() {
      dns.lookup = real.lookup;
      Object.assign(TCP.prototype, { connect: real.connect, connect6: real.connect6, getpeername: real.peer });
      if (realVerification === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = realVerification;
      for (const server of Object.values(servers)) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  for (const server of Object.values(servers)) await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

  const connect = (family) =>
    function (request, address, port) {
      world.tried.push(address);
      peers.set(this, { address, port, family });
      const server = port === 443 ? servers.https : servers.http;
      return real.connect.call(this, request, "127.0.0.1", server.address().port);
    };
  TCP.prototype.connect = connect("IPv4");
  TCP.prototype.connect6 = connect("IPv6");
  TCP.prototype.getpeername = function (out) {
    const peer = peers.get(this);
    if (!peer) return real.peer.call(this, out);
    Object.assign(out, peer);
    return 0;
  };
  dns.lookup = (hostname, options, callback) => {
    const answers = world.names[hostname.toLowerCase()];
    const addresses = (answers && answers.length > 1 ? answers.shift() : answers?.[0]) ?? [];
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    queueMicrotask(() => {
      if (found.length === 0)
        callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND" }));
      else if (options.all) callback(null, found);
      else callback(null, found[0].address, found[0].family);
    });
  };
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  return world;
}
