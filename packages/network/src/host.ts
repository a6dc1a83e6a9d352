import { isIPv6 } from "node:net";

/**
 * The one spelling of a host: lower case, punycode, no brackets, no trailing dot, no zone id, an IPv6 address in its
 * shortest form, and every form of an IPv4 literal (octal, hexadecimal, short, full-width) as four decimal numbers, all
 * as the URL standard reads them. Undefined where it is not a host.
 */
export function canonicalHost(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/s, "$1").replace(/^([^%]*:[^%]*)%.*$/s, "$1");
  if (isIPv6(bare)) return new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  if (host === "" || /[\s/?#@:\\]/.test(host)) return undefined;
  if (!URL.canParse(`http://${host}/`)) return undefined;
  return new URL(`http://${host}/`).hostname.replace(/\.$/, "") || undefined;
}
