import type { Json } from "@agent-tools/contract";

/** Where a credential goes, in the words of OpenAPI's security schemes (OpenAPI 3.1, section 4.8.27). */
export type SecurityScheme =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  /** `basic`, `bearer`, or any other word that stands before the value in the header Authorization. */
  | { readonly type: "http"; readonly scheme: string }
  /** A bearer token. `tokenUrl` is where the client credentials flow gets it. */
  | { readonly type: "oauth2"; readonly tokenUrl?: string };

/** A request that logs in, and where its JSON answer holds the token. Only `{{secrets.NAME}}` may stand in it. */
export interface Login {
  /** Default `POST`. */
  readonly method?: string;
  /** A whole URL, or one relative to the service. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** A path such as `data.token`. */
  readonly token: string;
  /** The path of the token's life in seconds. Without it a token is used until it is refused. */
  readonly expiresIn?: string;
}

/** What a credential is made of. Every text but those of OAuth2's endpoint is the name of a secret, never its value. */
export type Credential =
  | { readonly secret: string }
  | { readonly username: string; readonly password: string }
  | {
      readonly clientId: string;
      readonly clientSecret: string;
      /** Instead of the scheme's. */
      readonly tokenUrl?: string;
      readonly scopes?: readonly string[];
      /** Where the client's own id and secret go (RFC 6749, section 2.3.1). Default `header`. */
      readonly clientAuthentication?: "header" | "body";
    }
  | { readonly login: Login };

/** A scheme with its credential. */
export type Authentication = SecurityScheme & { readonly credential: Credential };
