import { isObject, type JsonObject, type LogLevel } from "@agent-tools/contract";

/** The revision that has no handshake. */
export const MODERN = "2026-07-28";
/** Begins the names of the protocol's own `_meta` members. */
export const META = "io.modelcontextprotocol/";

/** What an upstream is told about this side. */
export interface ClientSide {
  readonly info: JsonObject;
  readonly capabilities: JsonObject;
}

/** What every request of the newest revision says in its `_meta`. */
export function envelope(client: ClientSide): JsonObject {
  return {
    [`${META}protocolVersion`]: MODERN,
    [`${META}clientInfo`]: client.info,
    [`${META}clientCapabilities`]: client.capabilities,
  };
}

/** The envelope of one request: what this side declares, as far as the client behind the request can do it. */
export function envelopeFor(
  envelope: JsonObject,
  { capabilities, logLevel }: { readonly capabilities?: JsonObject; readonly logLevel?: LogLevel } = {},
): JsonObject {
  const own = envelope[`${META}clientCapabilities`];
  const both = capabilities && isObject(own) && Object.entries(capabilities).filter(([name]) => name in own);
  return {
    ...envelope,
    ...(both && { [`${META}clientCapabilities`]: Object.fromEntries(both) }),
    ...(logLevel && { [`${META}logLevel`]: logLevel }),
  };
}
