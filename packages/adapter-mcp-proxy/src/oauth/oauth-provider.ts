import { randomBytes } from "node:crypto";
import { ToolError } from "@agent-tools/contract";
import type { OAuthClientProvider, OAuthDiscoveryState, StoredOAuthTokens } from "@modelcontextprotocol/client";
import { DEFAULT_REDIRECT_URL, type OAuthOptions } from "./oauth-options.js";
import type { OAuthRecords, PendingLogin } from "./oauth-records.js";

/** What the SDK's flow works on. */
export interface ProviderOptions {
  /** With every secret filled in. */
  readonly oauth: OAuthOptions;
  readonly records: OAuthRecords;
  /** The login that is being finished. */
  readonly pending?: PendingLogin;
  /** Told of each token that is got. */
  got(tokens: StoredOAuthTokens): void;
  /** Told where a person has to go. */
  redirect?(login: Pick<PendingLogin, "state" | "verifier" | "url" | "discovery">): Promise<void>;
}

/** The SDK's client provider over the store: one caller, one server, every credential bound to its issuer. */
export function oauthProvider(options: ProviderOptions): OAuthClientProvider {
  const { oauth, records, pending } = options;
  const isUnattended = oauth.grant === "client_credentials";
  const redirectUrl = isUnattended ? undefined : (oauth.redirectUrl ?? DEFAULT_REDIRECT_URL);
  const state = randomBytes(16).toString("base64url");
  let verifier = pending?.verifier;
  let discovery: OAuthDiscoveryState | undefined = pending?.discovery;
  let issuer: string | undefined;

  const configured = oauth.clientId;
  return {
    redirectUrl,
    ...(oauth.clientMetadataUrl !== undefined && { clientMetadataUrl: oauth.clientMetadataUrl }),
    clientMetadata: {
      client_name: oauth.clientName ?? "Agent Tools",
      redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
      grant_types: isUnattended ? ["client_credentials"] : ["authorization_code", "refresh_token"],
      ...(!isUnattended && { response_types: ["code"] }),
      token_endpoint_auth_method: oauth.clientSecret === undefined ? "none" : "client_secret_basic",
      ...(oauth.scope !== undefined && { scope: oauth.scope }),
    },
    state: () => state,

    async clientInformation(context) {
      issuer = context?.issuer;
      if (configured === undefined) return issuer === undefined ? undefined : records.client(issuer);
      const bound = oauth.issuer ?? (issuer === undefined ? undefined : await records.issuerOf(configured, issuer));
      const secret = oauth.clientSecret;
      return {
        client_id: configured,
        ...(secret !== undefined && { client_secret: secret }),
        ...(bound !== undefined && { issuer: bound }),
      };
    },
    // A configured client is not replaced by a registration of its own where the issuer has changed.
    ...(configured === undefined && {
      saveClientInformation: async (client, context) => {
        if (context) await records.saveClient(context.issuer, client);
      },
    }),

    tokens: () => records.tokens(),
    async saveTokens(tokens) {
      options.got(tokens);
      await records.saveTokens(tokens);
      await records.deletePending();
    },

    saveCodeVerifier(text) {
      verifier = text;
    },
    codeVerifier() {
      if (verifier === undefined) throw new ToolError("login_required", "No login is under way.");
      return verifier;
    },
    discoveryState: async () => discovery ?? (await records.discovery()),
    async saveDiscoveryState(found) {
      discovery = found;
      await records.saveDiscovery(found);
    },
    async invalidateCredentials(scope) {
      // Where a code is refused the tokens that there are were not tried.
      if (!pending && (scope === "all" || scope === "tokens")) await records.deleteTokens();
      if ((scope === "all" || scope === "client") && issuer !== undefined) await records.deleteClient(issuer);
      if (scope === "all" || scope === "discovery") {
        discovery = undefined;
        await records.deleteDiscovery();
      }
    },

    async redirectToAuthorization(url) {
      if (url.protocol !== "https:" && url.protocol !== "http:") {
        const words = `The login page is at a "${url.protocol}" address; only http and https ones are passed on.`;
        throw new ToolError("upstream_error", words, { hint: "Do not open it; tell the operator of the server." });
      }
      const found = discovery ?? (await records.discovery());
      if (verifier === undefined || found === undefined) throw new ToolError("internal", "The login has no verifier.");
      await options.redirect?.({ state, verifier, url: url.href, discovery: found });
    },

    ...(isUnattended && {
      prepareTokenRequest: (scope?: string) =>
        new URLSearchParams({ grant_type: "client_credentials", ...(scope !== undefined && { scope }) }),
    }),
  };
}
