import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Caller, Network } from "@agent-tools/contract";
import type { NetworkAgents } from "@agent-tools/network";
import { HttpProxyAgent } from "http-proxy-agent";
import { HttpsProxyAgent } from "https-proxy-agent";

/** Agents that go through one proxy. The proxy itself is the operator's choice, and no policy is asked about it. */
export function proxyAgents(proxy: string): NetworkAgents {
  return {
    http: new HttpProxyAgent(proxy, { keepAlive: true }),
    https: new HttpsProxyAgent(proxy, { keepAlive: true }),
  };
}

/**
 * Asks the policy about a host that a proxy is to connect to, and about its addresses as far as they are known here. A
 * name that only the proxy can resolve is the proxy's to refuse.
 */
export async function checkProxied(url: URL, network: Network, caller: Caller | undefined): Promise<void> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const scheme = url.protocol.slice(0, -1);
  const port = Number(url.port) || (scheme === "https" ? 443 : 80);
  const connection = { host, port, scheme, isProxied: true, ...(caller && { caller }) };
  network.check(connection);
  const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  for (const { address } of addresses) network.check({ ...connection, address });
}
