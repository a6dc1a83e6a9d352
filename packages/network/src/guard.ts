import dns from "node:dns";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Caller, Connection, Network } from "@agent-tools/contract";

/** What the shield may be told beside the policy. */
export interface NetworkOptions {
  /** Handed to the policy with every connection. Give each caller its own agents, so that none rides on another's. */
  readonly caller?: Caller;
}

/** Asks the policy about the host, and about the address where the host is one: a literal is never looked up. */
export function checkHost(network: Network, connection: Connection): void {
  network.check(connection);
  const literal = connection.host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal)) network.check({ ...connection, address: literal });
}

/** A look-up that refuses as soon as one of the answers is refused, whichever of them would have been used. */
export function guardedLookup(
  network: Network,
  connection: Connection,
  resolve: LookupFunction = systemLookup,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, answer, family) => {
      if (error) return callback(error, []);
      const found = typeof answer === "string" ? [{ address: answer, family: family ?? isIP(answer) }] : answer;
      try {
        for (const { address } of found) network.check({ ...connection, address });
      } catch (refusal) {
        return callback(refusal as Error, []);
      }
      const [first] = found;
      if (!first) return callback(noAddress(hostname), []);
      if (options.all) return callback(null, found);
      callback(null, first.address, first.family);
    });
  };
}

/** Asks the policy about the address that a socket has reached. */
export function checkReached(network: Network, connection: Connection, { remoteAddress }: Socket): void {
  // Without an address the socket is closed already.
  if (remoteAddress !== undefined) network.check({ ...connection, address: remoteAddress });
}

const systemLookup = ((hostname, options, callback) => dns.lookup(hostname, options, callback)) as LookupFunction;

function noAddress(hostname: string): NodeJS.ErrnoException {
  const error = new Error(`"${hostname}" has no address.`);
  return Object.assign(error, { code: "ENOTFOUND", syscall: "getaddrinfo", hostname });
}
