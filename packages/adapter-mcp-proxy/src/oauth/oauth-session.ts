import { type Caller, type Store, ToolError } from "@agent-tools/contract";
import type { AuthOptions, StoredOAuthTokens } from "@modelcontextprotocol/client";
import type { OAuthOptions, OAuthOwner } from "./oauth-options.js";
import { oauthProvider } from "./oauth-provider.js";
import { LOGIN_MS, OAuthRecords, type PendingLogin } from "./oauth-records.js";
import { withStoreLock } from "./store-lock.js";

/** What a session is given. */
export interface OAuthSessionOptions {
  /** The server's name in messages. */
  readonly name: string;
  readonly owner: OAuthOwner;
  readonly caller: Caller;
  /** With every secret filled in. */
  readonly oauth: OAuthOptions;
  /** As the host wrote them. */
  readonly written: OAuthOptions;
  readonly store: Store;
  /** Has a token scrubbed from whatever leaves. */
  conceal(token: string): void;
}

type Fetch = typeof globalThis.fetch;
type Challenge = Pick<AuthOptions, "scope" | "resourceMetadataUrl" | "forceReauthorization">;

/** How long one request to an authorization server may take. */
const REQUEST_MS = 20_000;

/**
 * One caller's login to one server. Requests carry its access token; a refused one is replaced once, whatever number of
 * requests and of processes that share the store were refused with it, and the requests are sent again.
 */
export class OAuthSession {
  readonly #options: OAuthSessionOptions;
  readonly #records: OAuthRecords;
  #renewing: Promise<void> | undefined;

  constructor(options: OAuthSessionOptions) {
    this.#options = options;
    this.#records = new OAuthRecords(options.store, options.owner);
  }

  /** That fetch with the login. Throws `login_required`, with the page to go to in `details.url`, where a person has to act. */
  authorized(fetch: Fetch): Fetch {
    const send = (input: string | URL | Request, init: RequestInit | undefined, token: string | undefined) => {
      if (token === undefined) return fetch(input, init);
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    };
    return async (input, init) => {
      const token = await this.#token();
      const response = await send(input, init, token);
      const challenge = await this.#challengeOf(response, token);
      if (!challenge) return response;
      const words = await response.text().catch(() => "");
      try {
        this.#renewing ??= this.#renew(token, challenge, fetch).finally(() => {
          this.#renewing = undefined;
        });
        await this.#renewing;
      } catch (error) {
        // Not a word of OAuth there: what the server said stands for itself.
        if (error !== noOAuth) throw error;
        return new Response(words, { status: response.status, headers: response.headers });
      }
      return send(input, init, await this.#token());
    };
  }

  async #token(): Promise<string | undefined> {
    const tokens = await this.#records.tokens();
    if (!tokens) return undefined;
    this.#conceal(tokens);
    return tokens.access_token;
  }

  #conceal({ access_token, refresh_token }: StoredOAuthTokens): void {
    this.#options.conceal(access_token);
    if (refresh_token !== undefined) this.#options.conceal(refresh_token);
  }

  async #challengeOf(response: Response, token: string | undefined): Promise<Challenge | undefined> {
    if (response.status !== 401 && response.status !== 403) return undefined;
    const { computeScopeUnion, extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
    const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    const where = resourceMetadataUrl && { resourceMetadataUrl };
    if (response.status === 401) return { ...where, ...(scope !== undefined && { scope }) };
    // RFC 6750, section 3.1. A refresh cannot widen what was granted: the person has to be asked.
    if (error !== "insufficient_scope" || token === undefined) return undefined;
    const wider = computeScopeUnion((await this.#records.tokens())?.scope, scope);
    return { ...where, ...(wider !== undefined && { scope: wider }), forceReauthorization: true };
  }

  async #renew(refused: string | undefined, challenge: Challenge, fetch: Fetch): Promise<void> {
    await withStoreLock(this.#options.store, this.#records.lockKey, async (signal) => {
      const current = (await this.#records.tokens())?.access_token;
      // Somebody else has renewed it in the meantime.
      if (current !== undefined && current !== refused) return;
      await this.#logIn(challenge, fetch, signal);
    });
  }

  async #logIn(challenge: Challenge, fetch: Fetch, signal: AbortSignal): Promise<void> {
    const { name, owner, caller, oauth, written } = this.#options;
    const records = this.#records;
    const tokens = await records.tokens();
    const open = await records.pending();
    if (open && open.scope === challenge.scope && (!tokens?.refresh_token || challenge.forceReauthorization)) {
      throw loginRequired(open);
    }
    let asked: PendingLogin | undefined;
    const provider = oauthProvider({
      oauth,
      records,
      got: (fresh) => this.#conceal(fresh),
      redirect: async (login) => {
        const { scope } = challenge;
        asked = { ...login, owner, caller, name, options: written, ...(scope !== undefined && { scope }) };
      },
    });
    const trouble = await authorize(provider, { serverUrl: owner.serverUrl, ...challenge }, fetch, signal);
    if (!asked) return;
    // Whoever asks anew finds out anew where: the server may have moved to another issuer.
    await records.deleteDiscovery();
    // The SDK asks the person where a refresh did not get through; the token may still be good.
    if (trouble && tokens?.refresh_token && !challenge.forceReauthorization) {
      const message = `The login to the MCP server "${name}" could not be renewed: ${trouble.message}`;
      throw new ToolError("upstream_unavailable", message, { cause: trouble });
    }
    await records.savePending(asked);
    throw loginRequired(asked);
  }
}

/** Thrown where a server says 401 and nothing leads to an authorization server. */
export const noOAuth: Error = new Error("The server names no authorization server.");

/**
 * Runs the SDK's flow, until `limit` at most. Returns what went wrong on the way to a server, if anything did. Throws a
 * ToolError, or `noOAuth`.
 */
export async function authorize(
  provider: ReturnType<typeof oauthProvider>,
  options: AuthOptions,
  fetch: Fetch,
  limit: AbortSignal,
): Promise<Error | undefined> {
  const { auth, OAuthError, OAuthClientFlowError } = await import("@modelcontextprotocol/client");
  const known = await provider.discoveryState?.();
  let isFound = (known?.resourceMetadata ?? known?.authorizationServerMetadata) !== undefined;
  let trouble: Error | undefined;
  const fetchFn: Fetch = async (input, init) => {
    const signal = AbortSignal.any([limit, AbortSignal.timeout(REQUEST_MS)]);
    const response = await fetch(input, { ...init, signal }).catch((error: unknown) => {
      trouble = error instanceof Error ? error : new Error(String(error));
      throw error;
    });
    if (response.status >= 500) trouble = new Error(`HTTP ${response.status}`);
    else if (response.ok) isFound = true;
    // The SDK reads a refusal of an instance of the global class only.
    const { status, statusText, headers } = response;
    return new Response((await response.text()) || null, { status, statusText, headers: [...headers] });
  };
  try {
    await auth(provider, { ...options, fetchFn });
    return trouble;
  } catch (error) {
    await provider.invalidateCredentials?.("discovery");
    if (ToolError.is(error)) throw error;
    const refused = trouble;
    if (ToolError.is(refused)) throw refused;
    if (!isFound && !trouble) throw noOAuth;
    const words = error instanceof Error ? error.message : String(error);
    if (trouble && !(error instanceof OAuthError) && !(error instanceof OAuthClientFlowError)) {
      throw new ToolError("upstream_unavailable", `The authorization server could not be reached: ${trouble.message}`, {
        cause: error,
      });
    }
    throw new ToolError("upstream_error", `The authorization server refused the login: ${words}`, {
      hint: "The operator has to look at the server's OAuth configuration: client, issuer, scopes, redirect address.",
      cause: error,
    });
  }
}

function loginRequired({ name, url, state }: PendingLogin): ToolError {
  return new ToolError("login_required", `The MCP server "${name}" wants a login: ${url}`, {
    hint: "Ask the user to open that address and log in, and to hand the address at which the browser ends to the host. Then repeat the call.",
    details: { url, state, expiresInMs: LOGIN_MS },
  });
}
