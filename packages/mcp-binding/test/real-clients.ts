import { type ClientOptions, Client as ClientV2, type Transport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import {
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

/** One real client, in the words that both lines of the SDK share. */
export interface RealClient {
  connect(transport: unknown): Promise<void>;
  instructions(): string | undefined;
  listTools(): Promise<{ readonly name: string; readonly [field: string]: unknown }[]>;
  callTool(name: string, args?: object, options?: CallOptions): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly meta?: Record<string, unknown>;
  readonly onprogress?: (progress: object) => void;
}

/** What the person or program behind a client does. */
export interface Behind {
  /** Absent: the client does not declare elicitation. */
  readonly elicit?: () => { action: "accept"; content: Record<string, string> } | { action: "decline" };
  readonly onLog?: (message: { level: string; data?: unknown }) => void;
  readonly onToolsChanged?: () => void;
}

export interface ClientKind {
  readonly title: string;
  readonly line: 1 | 2;
  readonly era: "legacy" | "modern";
  make(behind?: Behind): RealClient;
}

const identity = { name: "real-client", version: "7.8.9" };

function clientV1({ elicit, onLog, onToolsChanged }: Behind = {}): RealClient {
  const client = new ClientV1(identity, { capabilities: elicit ? { elicitation: {} } : {} });
  if (elicit) client.setRequestHandler(ElicitRequestSchema, elicit);
  if (onLog) client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => onLog(params));
  if (onToolsChanged) client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChanged);
  return {
    connect: (transport) => client.connect(transport as never),
    instructions: () => client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args = {}, { signal, onprogress, meta } = {}) =>
      await client.callTool({ name, arguments: { ...args }, ...(meta && { _meta: meta }) }, undefined, {
        ...(signal && { signal }),
        ...(onprogress && { onprogress }),
      }),
    close: () => client.close(),
  };
}

function clientV2(mode: NonNullable<ClientOptions["versionNegotiation"]>["mode"], behind: Behind = {}): RealClient {
  const { elicit, onLog, onToolsChanged } = behind;
  const client = new ClientV2(identity, {
    capabilities: elicit ? { elicitation: {} } : {},
    versionNegotiation: { mode: mode ?? "legacy" },
    ...(onToolsChanged && { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } } }),
  });
  if (elicit) client.setRequestHandler("elicitation/create", elicit);
  if (onLog) client.setNotificationHandler("notifications/message", ({ params }) => onLog(params));
  return {
    connect: (transport) => client.connect(transport as Transport),
    instructions: () => client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args = {}, { signal, onprogress, meta = {} } = {}) =>
      await client.callTool(
        {
          name,
          arguments: { ...args },
          _meta: { ...meta, ...(onLog && mode !== "legacy" && { "io.modelcontextprotocol/logLevel": "debug" }) },
        } as never,
        { ...(signal && { signal }), ...(onprogress && { onprogress }) },
      ),
    close: () => client.close(),
  };
}

/** Every client that has to be served: the 1.x line, and the 2.x line in each way of agreeing on an era. */
export const clientKinds: readonly ClientKind[] = [
  { title: "SDK 1.x", line: 1, era: "legacy", make: clientV1 },
  { title: "SDK 2.x, legacy", line: 2, era: "legacy", make: (behind) => clientV2("legacy", behind) },
  { title: "SDK 2.x, auto", line: 2, era: "modern", make: (behind) => clientV2("auto", behind) },
  { title: "SDK 2.x, 2026-07-28", line: 2, era: "modern", make: (behind) => clientV2({ pin: "2026-07-28" }, behind) },
];
