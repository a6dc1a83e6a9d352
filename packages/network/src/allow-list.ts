import { isIP } from "node:net";
import { type Connection, type Network, ToolError } from "@agent-tools/contract";
import { canonicalHost } from "./host.js";
import { knownAddresses, refusal } from "./policies.js";

const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

interface Entry {
  readonly host: string;
  readonly port: number | undefined;
  readonly scheme: string | undefined;
}

/**
 * Allows exactly the hosts listed, each as `host`, `host:port` or an origin (`https://host`). A port that is absent
 * means the scheme's default. A listed name has to resolve to public addresses, so that its owner cannot point it into
 * the house; `localhost` to loopback; a literal address that is listed is allowed whatever it is, except cloud metadata.
 * There are no wildcards. Throws `invalid_configuration` for an entry that is none of these.
 */
export function allowList(entries: readonly string[]): Network {
  const list = entries.map(parseEntry);
  return {
    check(connection) {
      const addresses = knownAddresses(connection);
      const host = canonicalHost(connection.host) as string;
      if (!list.some((entry) => entry.host === host && matches(entry, connection))) {
        throw refusal(connection, "not listed", "only listed hosts are allowed");
      }
      if (isIP(host)) return;
      for (const address of addresses) {
        if (host === "localhost" ? address.isLoopback : address.isPublic) continue;
        throw refusal(connection, address.kind, "a listed name has to resolve to public addresses");
      }
    },
  };
}

function matches(entry: Entry, { scheme, port }: Connection): boolean {
  if (entry.scheme !== undefined && scheme !== undefined && entry.scheme !== scheme) return false;
  if (entry.port !== undefined) return entry.port === port;
  const known = entry.scheme ?? scheme;
  return known === undefined ? Object.values(defaultPorts).includes(port) : defaultPorts[known] === port;
}

function parseEntry(entry: string): Entry {
  const [, scheme, authority = ""] = /^(?:(https?):\/\/)?([^/]*)\/?$/i.exec(entry) ?? [];
  const [, bracketed, plain, digits] = /^(?:\[(.*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const name = isIP(authority) ? authority : (bracketed ?? plain ?? "");
  const host = name.includes("*") ? undefined : canonicalHost(name);
  const port = digits === undefined ? undefined : Number(digits);
  if (host === undefined || (port !== undefined && (port < 1 || port > 65_535))) {
    throw new ToolError(
      "invalid_configuration",
      `${JSON.stringify(entry)} is no entry of an allow list: write "host", "host:port" or "https://host".`,
    );
  }
  return { host, port, scheme: scheme?.toLowerCase() };
}
