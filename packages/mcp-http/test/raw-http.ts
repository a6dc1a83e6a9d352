/** A request of the older revisions, as plain as `fetch` makes it. */
export interface RawRequest {
  readonly method?: string;
  readonly session?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: object;
}

export type Fetch = (request: Request) => Promise<Response>;

export const url = "http://127.0.0.1:8321/mcp";

export const initialize = {
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

export function rawRequest({ method = "POST", session, headers, message }: RawRequest, at: string = url): Request {
  return new Request(at, {
    method,
    headers: {
      accept: "application/json, text/event-stream",
      ...(message && { "content-type": "application/json" }),
      ...(session && { "mcp-session-id": session }),
      ...headers,
    },
    ...(message && { body: JSON.stringify({ jsonrpc: "2.0", ...message }) }),
  });
}

/** A request of the newest revision, with the headers that it wants. */
export function modernRequest(method: string, params: object = {}, headers: Record<string, string> = {}): Request {
  return rawRequest({
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...headers },
    message: {
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    },
  });
}

/** Opens a session, and gives its id. */
export async function openSession(fetch: Fetch, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(rawRequest({ message: initialize, headers }));
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

/** The messages of a response: its JSON body, or the events of its stream. */
export async function messagesOf(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  if (response.headers.get("content-type") !== "text/event-stream") return [JSON.parse(text)];
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
}
