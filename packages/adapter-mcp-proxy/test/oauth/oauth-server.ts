import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What an authorization server with an MCP server behind it does, and what it saw. */
export interface OAuthServer {
  /** The MCP server. */
  readonly url: string;
  readonly issuer: string;
  /** Grants redeemed, by grant type. */
  readonly redeemed: Record<string, number>;
  readonly registered: Record<string, unknown>[];
  /** Refresh tokens that were used twice; each such use has ended every token of its family. */
  reused: number;
  /** Requests that the MCP server refused for their token. */
  refused: number;
  /** From now on these access tokens are no longer good. */
  expireAccessTokens(): void;
  /** The next answers to refreshes are this status. */
  failRefreshes(status: number | undefined): void;
  /** Refreshes are not answered any more. */
  holdRefreshes(): void;
  /** The MCP server wants this scope. */
  requireScope(scope: string): void;
  /** Clients that have registered until now are unknown from now on. */
  forgetClients(): void;
  /** From now on another issuer is named. */
  moveIssuer(): void;
  close(): void;
}

export interface OAuthServerOptions {
  /** The scheme of the login page. */
  readonly authorizeScheme?: string;
  /** Clients that are known beforehand, with their secrets. */
  readonly clients?: Readonly<Record<string, string>>;
  readonly acceptsMetadataDocuments?: boolean;
  /** How long a refresh takes, in milliseconds. */
  readonly refreshMs?: number;
}

/** An authorization server (OAuth 2.1: PKCE, rotating refresh tokens) and the MCP server at `behind` behind its tokens. */
export async function oauthServer(behind: string, options: OAuthServerOptions = {}): Promise<OAuthServer> {
  const codes = new Map<string, { client: string; challenge: string; redirect: string; scope: string }>();
  const access = new Map<string, { scope: string; family: string }>();
  const refresh = new Map<string, { family: string; scope: string; isUsed: boolean }>();
  const known = new Map<string, string | undefined>(Object.entries(options.clients ?? {}));
  let scopeWanted: string | undefined;
  let refreshStatus: number | undefined;
  let isHeld = false;
  let suffix = "";
  const secret = () => randomBytes(24).toString("base64url");

  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", state.issuer);
    const json = (status: number, body: object, headers: Record<string, string> = {}) => {
      outgoing.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    };
    if (url.pathname.startsWith("/.well-known/oauth-protected-resource")) {
      return json(200, {
        resource: state.url,
        authorization_servers: [state.issuer + suffix],
        scopes_supported: ["tools"],
      });
    }
    if (url.pathname.startsWith("/.well-known/oauth-authorization-server")) return json(200, metadata());
    if (url.pathname === "/register") {
      const asked = JSON.parse(await textOf(incoming));
      state.registered.push(asked);
      const id = `client-${state.registered.length}`;
      known.set(id, undefined);
      return json(201, { ...asked, client_id: id });
    }
    if (url.pathname === "/authorize") return authorize(url, outgoing);
    if (url.pathname === "/token") return token(incoming, json);
    if (url.pathname !== "/mcp") return json(404, {});
    const given = access.get(incoming.headers.authorization?.replace(/^Bearer /, "") ?? "");
    const metadataAt = `resource_metadata="${state.issuer}/.well-known/oauth-protected-resource/mcp"`;
    if (!given) {
      state.refused += 1;
      return json(401, { error: "invalid_token" }, { "www-authenticate": `Bearer ${metadataAt}` });
    }
    if (scopeWanted && !given.scope.split(" ").includes(scopeWanted)) {
      const challenge = `Bearer error="insufficient_scope", scope="${scopeWanted}", ${metadataAt}`;
      return json(403, { error: "insufficient_scope" }, { "www-authenticate": challenge });
    }
    forward(incoming, outgoing, behind);
  });

  const metadata = () => ({
    issuer: state.issuer + suffix,
    authorization_endpoint: `${options.authorizeScheme ?? "http"}${state.issuer.slice(4)}/authorize`,
    token_endpoint: `${state.issuer}/token`,
    registration_endpoint: `${state.issuer}/register`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: options.acceptsMetadataDocuments === true,
  });

  /** The person behind the browser agrees to everything at once. */
  function authorize({ searchParams: asked }: URL, outgoing: ServerResponse): void {
    const client = asked.get("client_id") ?? "";
    const redirect = asked.get("redirect_uri") ?? "";
    const isDocument = options.acceptsMetadataDocuments && client.startsWith("https://");
    if ((!known.has(client) && !isDocument) || asked.get("code_challenge_method") !== "S256") {
      outgoing.writeHead(400).end("bad request");
      return;
    }
    const code = secret();
    codes.set(code, {
      client,
      redirect,
      challenge: asked.get("code_challenge") ?? "",
      scope: asked.get("scope") ?? "",
    });
    const target = new URL(redirect);
    target.searchParams.set("code", code);
    target.searchParams.set("state", asked.get("state") ?? "");
    target.searchParams.set("iss", state.issuer + suffix);
    outgoing.writeHead(302, { location: target.href }).end();
  }

  async function token(incoming: IncomingMessage, json: (status: number, body: object) => void): Promise<void> {
    const asked = new URLSearchParams(await textOf(incoming));
    const grant = asked.get("grant_type") ?? "";
    const basic = Buffer.from(incoming.headers.authorization?.replace(/^Basic /, "") ?? "", "base64").toString();
    const [id = "", password] = basic.includes(":") ? basic.split(":") : [asked.get("client_id") ?? ""];
    const isDocument = options.acceptsMetadataDocuments && id.startsWith("https://");
    const isKnown = isDocument || (known.has(id) && (known.get(id) === undefined || known.get(id) === password));
    if (!isKnown) return json(401, { error: "invalid_client" });
    const give = (family: string, scope: string, isRefreshed: boolean) => {
      state.redeemed[grant] = (state.redeemed[grant] ?? 0) + 1;
      const tokens = { access_token: secret(), refresh_token: secret() };
      access.set(tokens.access_token, { scope, family });
      refresh.set(tokens.refresh_token, { family, scope, isUsed: false });
      json(200, {
        token_type: "Bearer",
        expires_in: 3600,
        scope,
        ...(isRefreshed ? tokens : { access_token: tokens.access_token }),
      });
    };
    if (grant === "client_credentials") return give(secret(), asked.get("scope") ?? "", false);
    if (grant === "authorization_code") {
      const code = codes.get(asked.get("code") ?? "");
      codes.delete(asked.get("code") ?? "");
      const challenge = createHash("sha256")
        .update(asked.get("code_verifier") ?? "")
        .digest("base64url");
      const isRight =
        code?.challenge === challenge && code.redirect === asked.get("redirect_uri") && code.client === id;
      return isRight ? give(secret(), code.scope, true) : json(400, { error: "invalid_grant" });
    }
    if (isHeld) return;
    if (refreshStatus !== undefined) return json(refreshStatus, {});
    await new Promise((resolve) => setTimeout(resolve, options.refreshMs ?? 0));
    const given = refresh.get(asked.get("refresh_token") ?? "");
    if (!given) return json(400, { error: "invalid_grant" });
    if (given.isUsed) {
      state.reused += 1;
      for (const [name, { family }] of access) if (family === given.family) access.delete(name);
      for (const [name, { family }] of refresh) if (family === given.family) refresh.delete(name);
      return json(400, { error: "invalid_grant" });
    }
    given.isUsed = true;
    give(given.family, given.scope, true);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: OAuthServer = {
    url: `${issuer}/mcp`,
    issuer,
    redeemed: {},
    registered: [],
    reused: 0,
    refused: 0,
    expireAccessTokens: () => access.clear(),
    failRefreshes(status) {
      refreshStatus = status;
    },
    holdRefreshes() {
      isHeld = true;
    },
    requireScope(scope) {
      scopeWanted = scope;
    },
    forgetClients: () => known.clear(),
    moveIssuer() {
      suffix = "/moved";
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return state;
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
  const { authorization: _, host: __, ...headers } = incoming.headers;
  const onward = request(target, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming) text += chunk;
  return text;
}
