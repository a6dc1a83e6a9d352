import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { canonicalHost } from "./host.js";

/** What an address is, as far as a policy needs to know. */
export interface AddressClass {
  /** Globally reachable unicast, by the IANA special-purpose registries. */
  readonly isPublic: boolean;
  /** Loopback, RFC 1918, unique local (fc00::/7) or IPv6 link-local (fe80::/10). */
  readonly isPrivate: boolean;
  readonly isLoopback: boolean;
  /** An instance metadata service of a cloud, also when tunnelled through an IPv6 form. */
  readonly isMetadata: boolean;
  /** The range in words, for messages. */
  readonly kind: string;
}

const publicRanges = new Set(["unicast", "as112", "as112v6", "amt"]);
const privateRanges = new Set(["loopback", "private", "uniqueLocal"]);

/** The part of IPv6 that is handed out as global unicast (RFC 4291, section 2.4); the rest is reserved or local. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** Where clouds serve credentials: AWS, Azure, Google, Oracle, Alibaba, Tencent, Scaleway, OpenStack. */
const metadataRanges = [
  "169.254.169.0/24",
  "169.254.170.0/24",
  "169.254.0.23/32",
  "169.254.42.42/32",
  "168.63.129.16/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "fd00:ec2::/32",
  "fd20:ce::/32",
  "fd00:c1::a9fe:a9fe/128",
  "fd00:42::42/128",
  "fe80::a9fe:a9fe/128",
].map((range) => ipaddr.parseCIDR(range));

/** The class of an address as a look-up or a socket gives it (a zone id is allowed), or undefined where it is none. */
export function classifyAddress(text: string): AddressClass | undefined {
  const plain = canonicalHost(text);
  if (plain === undefined || !isIP(plain)) return undefined;
  const address = ipaddr.process(plain);
  const range = address.range();
  const isMetadata = [address, ...embedded(address)].some(inMetadata);
  return {
    isPublic: !isMetadata && isGloballyReachable(address),
    isPrivate: !isMetadata && (privateRanges.has(range) || (range === "linkLocal" && address.kind() === "ipv6")),
    isLoopback: range === "loopback",
    isMetadata,
    kind: isMetadata ? "cloud metadata" : words(range),
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isGloballyReachable(address: Address): boolean {
  if (isIPv4(address)) return publicRanges.has(address.range());
  // A network with IPv6 only reaches every IPv4 service through this prefix, so the address inside decides (RFC 6052).
  if (address.match(nat64)) return isGloballyReachable(lastFourBytes(address));
  return address.match(globalUnicast) && publicRanges.has(address.range());
}

/** The IPv4 addresses that a tunnelling or translating IPv6 form may lead to. */
function embedded(address: Address): ipaddr.IPv4[] {
  if (isIPv4(address)) return [];
  const bytes = address.toByteArray();
  const sixToFour = bytes[0] === 0x20 && bytes[1] === 0x02;
  const teredo = bytes[0] === 0x20 && bytes[1] === 0x01 && bytes[2] === 0 && bytes[3] === 0;
  if (sixToFour) return [new ipaddr.IPv4(bytes.slice(2, 6))];
  // Teredo writes its client inverted (RFC 4380, section 4).
  if (teredo) return [new ipaddr.IPv4(bytes.slice(4, 8)), new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff))];
  const range = address.range();
  const translates = range === "rfc6052" || range === "rfc6145" || bytes.slice(0, 12).every((byte) => byte === 0);
  return translates ? [lastFourBytes(address)] : [];
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function inMetadata(address: Address): boolean {
  return metadataRanges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function isIPv4(address: Address): address is ipaddr.IPv4 {
  return address.kind() === "ipv4";
}

function words(range: string): string {
  return range.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
