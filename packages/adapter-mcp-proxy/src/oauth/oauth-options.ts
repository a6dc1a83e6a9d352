/** How this host logs in to a server behind an address (MCP 2025-11-25, authorization; OAuth 2.1). */
export interface OAuthOptions {
  /**
   * `authorization_code` (default): a person logs in, with PKCE. `client_credentials`: the host itself does, with
   * `clientId` and `clientSecret`.
   */
  readonly grant?: "authorization_code" | "client_credentials";
  /** A client that was registered beforehand. Default: `clientMetadataUrl`, or dynamic registration (RFC 7591). */
  readonly clientId?: string;
  /** Write `{{secrets.NAME}}` for a secret of the host: while a login is open these options are in the store, as written. */
  readonly clientSecret?: string;
  /** Whose client that is: it is shown to no other issuer. Default: the first one that the server names. */
  readonly issuer?: string;
  /** The https address of this client's metadata document, for servers that read those instead of registering. */
  readonly clientMetadataUrl?: string;
  /**
   * Where the browser is sent after the login. A host that serves this address hands what arrives to `finishLogin`; where
   * nobody does, the person copies it from the browser. Default `http://127.0.0.1:8322/callback`.
   */
  readonly redirectUrl?: string;
  /** The scopes to ask for, with blanks between. Default: what the server says. */
  readonly scope?: string;
  /** What the login page calls this client, where it registers itself. Default `Agent Tools`. */
  readonly clientName?: string;
}

export const DEFAULT_REDIRECT_URL = "http://127.0.0.1:8322/callback";

/** Whose tokens: one caller's, for one server. */
export interface OAuthOwner {
  readonly workspace: string;
  readonly caller: string;
  readonly serverUrl: string;
}
