import { isIP } from "node:net";
import { type Connection, type Network, ToolError } from "@agent-tools/contract";
import { type AddressClass, classifyAddress } from "./address.js";
import { canonicalHost } from "./host.js";

/** Allows globally reachable unicast addresses only: what a tool for the open web needs. */
export function publicOnly(): Network {
  return addressPolicy("only public addresses are allowed", (address) => address.isPublic);
}

/**
 * Allows loopback, RFC 1918, unique local and IPv6 link-local addresses only: nothing leaves the house. Nothing goes through a
 * proxy either, since it alone knows where that leads.
 */
export function privateOnly(): Network {
  const rule = "only private addresses are allowed";
  const { check } = addressPolicy(rule, (address) => address.isPrivate);
  return {
    check(connection) {
      if (connection.isProxied) throw refusal(connection, "through a proxy", rule);
      check(connection);
    },
  };
}

/** Allows every address except cloud metadata services, which no policy allows. */
export function openNetwork(): Network {
  return addressPolicy("cloud metadata is never allowed", () => true);
}

function addressPolicy(rule: string, allows: (address: AddressClass) => boolean): Network {
  return {
    check(connection) {
      for (const address of knownAddresses(connection)) {
        if (!allows(address)) throw refusal(connection, address.kind, rule);
      }
    },
  };
}

/**
 * The classes of the addresses that a connection names: the host where it is a literal, and the address that was
 * resolved or reached. Throws `network_refused` for what no policy allows: a host that is none, and cloud metadata.
 */
export function knownAddresses(connection: Connection): AddressClass[] {
  const host = canonicalHost(connection.host);
  if (host === undefined) throw refusal(connection, "not a host", "a host name or an address is needed");
  const texts = connection.address === undefined ? [] : [connection.address];
  if (isIP(host)) texts.push(host);
  return texts.map((text) => {
    const address = classifyAddress(text);
    if (!address) throw refusal(connection, "not an address", "the resolver has to answer with addresses");
    if (address.isMetadata) throw refusal(connection, address.kind, "cloud metadata is never allowed");
    return address;
  });
}

/**
 * The refusal of a connection. It names the host as it was asked for and the kind of its address, not the address: what
 * an internal name resolves to is not for the one who asks.
 */
export function refusal(connection: Connection, kind: string, rule: string): ToolError {
  return new ToolError(
    "network_refused",
    `The network shield refused ${JSON.stringify(connection.host)} port ${connection.port} (${kind}): ${rule}.`,
  );
}
