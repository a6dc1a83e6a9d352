import { isObject, type JsonObject } from "@agent-tools/contract";
import { type ClientSide, envelope, META, MODERN } from "./envelope.js";
import { RpcError, UNSUPPORTED_VERSION } from "./json-rpc.js";
import type { Peer } from "./peer.js";
import { WireFailure } from "./wire-failure.js";

/** Which protocol an upstream is spoken to in: `auto` finds out, the others insist. */
export type Era = "auto" | "legacy" | "2026-07-28";

/** What both sides agreed on. */
export interface Agreement {
  readonly era: "legacy" | "modern";
  readonly version: string;
  readonly capabilities: JsonObject;
  readonly server?: JsonObject;
  readonly instructions?: string;
}

const LEGACY = "2025-11-25";

/** How long a silent server may think about `server/discover` before it is also greeted the old way. */
const PROBE_MS = 3_000;

type Greeting = (peer: Peer, client: ClientSide, signal: AbortSignal) => Promise<Agreement>;

const greetings: Readonly<Record<Era, Greeting>> = { auto: negotiate, legacy: initialize, [MODERN]: insist };

/**
 * Agrees with an upstream on a revision. `auto` asks `server/discover` first and takes anything but a clear yes for a
 * legacy server: an error, a malformed answer, silence. Throws what the channel threw where it broke.
 */
export async function shakeHands(peer: Peer, era: Era, client: ClientSide, signal: AbortSignal): Promise<Agreement> {
  const agreed = await greetings[era](peer, client, signal);
  if (agreed.era === "modern") peer.agree(agreed.version, envelope(client));
  else {
    peer.agree(agreed.version);
    await peer.notify("notifications/initialized");
  }
  return agreed;
}

async function insist(peer: Peer, client: ClientSide, signal: AbortSignal): Promise<Agreement> {
  const agreed = await discover(peer, client, signal).catch((error: unknown) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });
  if (agreed) return agreed;
  throw new WireFailure(`it does not offer revision ${MODERN}; set its era to "auto" or "legacy"`, "none");
}

async function negotiate(peer: Peer, client: ClientSide, signal: AbortSignal): Promise<Agreement> {
  const discovery = discover(peer, client, signal).catch((error: unknown) => {
    // A channel that broke is no verdict on the era; a login is wanted in either, and an absent server absent in both.
    const isNoVerdict = error instanceof WireFailure && error.delivery === "none" && !isRefusal(error);
    if (signal.aborted || peer.isClosed || isNoVerdict) throw error;
    return undefined;
  });
  const first = await Promise.race([discovery, silence(PROBE_MS)]);
  if (first && first !== "silent") return first;
  const legacy = initialize(peer, client, signal);
  if (first === undefined) return legacy;
  // A slow server of both eras answers the two questions one after the other, and it is the later one that counts.
  const late = discovery.then(async (agreed) => agreed && (await silence(PROBE_MS)) && agreed);
  const modern = late.then((agreed) => agreed ?? legacy);
  return Promise.race([legacy.catch(() => modern), modern]).catch(() => legacy);
}

/** The upstream refused the revision, and names it among those that it has: some do so at first. */
function offersModern(error: unknown): boolean {
  if (!(error instanceof RpcError) || error.fault.code !== UNSUPPORTED_VERSION) return false;
  const { data } = error.fault;
  const supported = isObject(data) ? data["supported"] : undefined;
  return Array.isArray(supported) && supported.includes(MODERN);
}

/** The upstream was there and did not want the question. */
function isRefusal(error: unknown): boolean {
  return error instanceof RpcError || (error instanceof WireFailure && error.error?.code === "upstream_error");
}

async function discover(peer: Peer, client: ClientSide, signal: AbortSignal): Promise<Agreement | undefined> {
  const params = { _meta: envelope(client) };
  const ask = () => peer.request("server/discover", params, { signal, isCancellable: false });
  const result = await ask().catch((error: unknown) => {
    if (offersModern(error)) return ask();
    throw error;
  });
  const { supportedVersions, capabilities, instructions, _meta: meta } = result;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(MODERN)) return undefined;
  const server = isObject(meta) ? meta[`${META}serverInfo`] : undefined;
  return {
    era: "modern",
    version: MODERN,
    capabilities: isObject(capabilities) ? (capabilities as JsonObject) : {},
    ...(isObject(server) && { server: server as JsonObject }),
    ...(typeof instructions === "string" && { instructions }),
  };
}

async function initialize(peer: Peer, client: ClientSide, signal: AbortSignal): Promise<Agreement> {
  const params = { protocolVersion: LEGACY, capabilities: client.capabilities, clientInfo: client.info };
  const result = await peer.request("initialize", params, { signal, isCancellable: false });
  const { protocolVersion, capabilities, serverInfo, instructions } = result;
  return {
    era: "legacy",
    version: typeof protocolVersion === "string" ? protocolVersion : LEGACY,
    capabilities: isObject(capabilities) ? (capabilities as JsonObject) : {},
    ...(isObject(serverInfo) && { server: serverInfo as JsonObject }),
    ...(typeof instructions === "string" && { instructions }),
  };
}

function silence(ms: number): Promise<"silent"> {
  return new Promise((resolve) => setTimeout(resolve, ms, "silent" as const).unref());
}
