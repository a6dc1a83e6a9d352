import { type McpProxyOptions, mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import type { JsonObject } from "@agent-tools/contract";
import { mcpHttp } from "@agent-tools/mcp-http";
import { createRuntime, type ExposeOptions, expose, type RuntimeOptions } from "@agent-tools/runtime";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach } from "vitest";
import { kitchenFacade } from "./kitchen-facade.js";

const closing: (() => Promise<unknown>)[] = [];

/** After each test of the file that calls this, what it opened is closed. */
export function closeGatewaysAfterEach(): void {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
}

export type Era = "legacy" | "2026-07-28";

/** Every mix of a client's era and an upstream's. */
export const mixes: readonly { readonly client: Era; readonly upstream: Era }[] = [
  { client: "legacy", upstream: "legacy" },
  { client: "legacy", upstream: "2026-07-28" },
  { client: "2026-07-28", upstream: "legacy" },
  { client: "2026-07-28", upstream: "2026-07-28" },
];

/** How a gateway is set up beside the eras. */
export interface GatewayOptions {
  readonly client?: ClientOptions;
  readonly runtime?: Partial<RuntimeOptions>;
  readonly expose?: ExposeOptions;
  readonly server?: { readonly headers?: Readonly<Record<string, string>> };
  readonly secrets?: readonly string[];
}

const anything = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } } as const;
/** What a result says for the protocol and not for whoever asked. */
const protocolFields = ["resultType", "ttlMs", "cacheScope"];

/** A client, our gateway in pass-through and a server of everything behind it, each over HTTP. */
export async function gateway(eras: { readonly client: Era; readonly upstream: Era }, options: GatewayOptions = {}) {
  const kitchen = kitchenFacade();
  const upstream = await mcpHttp(kitchen.facade).listen(0);
  closing.push(() => upstream.close());
  const server: McpProxyOptions = { url: upstream.url, era: eras.upstream, ...options.server };
  const runtime = await createRuntime({
    plugins: [
      {
        name: "kitchen",
        prefix: "kitchen",
        secrets: options.secrets ?? [],
        createAdapter: (host) => mcpProxyAdapter(server, host),
      },
    ],
    ...options.runtime,
  });
  closing.push(() => runtime.close());
  const listening = await mcpHttp(expose(runtime, "pass-through", options.expose)).listen(0);
  closing.push(() => listening.close());
  const mode = eras.client === "legacy" ? eras.client : { pin: eras.client };
  const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode }, ...options.client });
  await client.connect(new StreamableHTTPClientTransport(new URL(listening.url)));
  closing.push(() => client.close());
  return {
    kitchen,
    client,
    url: listening.url,
    /** The result as it came, without what belongs to the protocol itself. */
    async request(method: string, params: JsonObject = {}): Promise<JsonObject> {
      const result = (await client.request({ method, params }, anything)) as JsonObject;
      const fields = Object.entries(result).filter(([key]) => !protocolFields.includes(key));
      return Object.fromEntries(
        fields
          .map(([key, value]) => [key, key === "_meta" ? ownMeta(value) : value])
          .filter(([, value]) => value !== undefined),
      );
    },
  };
}

function ownMeta(meta: unknown): JsonObject | undefined {
  const own = Object.entries(meta as JsonObject).filter(([key]) => !key.startsWith("io.modelcontextprotocol/"));
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}
