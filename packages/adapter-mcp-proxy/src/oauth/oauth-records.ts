import { createHash } from "node:crypto";
import { type Caller, isObject, type Json, type JsonObject, type Store, type StoreKey } from "@agent-tools/contract";
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { OAuthOptions, OAuthOwner } from "./oauth-options.js";

/** A login that a person has been asked for. */
export interface PendingLogin {
  readonly owner: OAuthOwner;
  /** Who was asked to log in: connections of the login are made for this one. */
  readonly caller?: Caller;
  /** The server's name in messages. */
  readonly name: string;
  /** As the host wrote them, so that a secret given as `{{secrets.NAME}}` is not stored. */
  readonly options: OAuthOptions;
  readonly state: string;
  readonly verifier: string;
  readonly url: string;
  readonly scope?: string;
  readonly discovery: OAuthDiscoveryState;
}

/** How long a person has to log in. */
export const LOGIN_MS = 600_000;
const DISCOVERY_MS = 24 * 60 * 60 * 1_000;

/** What is remembered of one caller's login to one server. Nothing of it is shared with another server or caller. */
export class OAuthRecords {
  readonly #store: Store;
  readonly #owner: readonly string[];
  readonly #server: readonly string[];

  constructor(store: Store, { workspace, caller, serverUrl }: OAuthOwner) {
    const server = createHash("sha256").update(serverUrl).digest("hex").slice(0, 32);
    this.#store = store;
    this.#owner = ["mcp-proxy", "oauth", workspace, caller, server];
    this.#server = ["mcp-proxy", "oauth-client", server];
  }

  get lockKey(): StoreKey {
    return [...this.#owner, "lock"];
  }

  tokens(): Promise<StoredOAuthTokens | undefined> {
    return this.#get([...this.#owner, "tokens"]);
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    return this.#set([...this.#owner, "tokens"], tokens);
  }

  async deleteTokens(): Promise<void> {
    await this.#store.delete([...this.#owner, "tokens"]);
  }

  discovery(): Promise<OAuthDiscoveryState | undefined> {
    return this.#get([...this.#owner, "discovery"]);
  }

  saveDiscovery(state: OAuthDiscoveryState): Promise<void> {
    return this.#set([...this.#owner, "discovery"], state, DISCOVERY_MS);
  }

  async deleteDiscovery(): Promise<void> {
    await this.#store.delete([...this.#owner, "discovery"]);
  }

  client(issuer: string): Promise<StoredOAuthClientInformation | undefined> {
    return this.#get([...this.#server, "registered", issuer]);
  }

  saveClient(issuer: string, client: StoredOAuthClientInformation): Promise<void> {
    return this.#set([...this.#server, "registered", issuer], client);
  }

  async deleteClient(issuer: string): Promise<void> {
    await this.#store.delete([...this.#server, "registered", issuer]);
  }

  /** The issuer that this configured client was first shown to; the given one where that is now. */
  async issuerOf(clientId: string, issuer: string): Promise<string> {
    const key = [...this.#server, "issuer", clientId];
    await this.#store.set(key, issuer, { ifVersion: null });
    return (await this.#get<string>(key)) ?? issuer;
  }

  /** The login that this caller has been asked for and that is still open. */
  async pending(): Promise<PendingLogin | undefined> {
    const state = await this.#get<string>([...this.#owner, "login"]);
    return state === undefined ? undefined : this.#get(loginKey(state));
  }

  async savePending(login: PendingLogin): Promise<void> {
    await this.#set(loginKey(login.state), login, LOGIN_MS);
    await this.#set([...this.#owner, "login"], login.state, LOGIN_MS);
  }

  async deletePending(): Promise<void> {
    await this.#store.delete([...this.#owner, "login"]);
  }

  async #get<T>(key: StoreKey): Promise<T | undefined> {
    return (await this.#store.get(key))?.value as T | undefined;
  }

  async #set(key: StoreKey, value: object | string, expiresInMs?: number): Promise<void> {
    // Through JSON: what the SDK hands over may hold members that are undefined.
    const json = JSON.parse(JSON.stringify(value)) as Json;
    await this.#store.set(key, json, expiresInMs === undefined ? {} : { expiresInMs });
  }
}

/** Takes the open login with this state out of the store: it is used once, whoever comes first. */
export async function takeLogin(store: Store, state: string): Promise<PendingLogin | undefined> {
  const entry = await store.get(loginKey(state));
  if (!entry || !isObject(entry.value)) return undefined;
  const isOurs = await store.delete(entry.key, entry.version);
  return isOurs ? (entry.value as JsonObject as unknown as PendingLogin) : undefined;
}

function loginKey(state: string): StoreKey {
  return ["mcp-proxy", "oauth-login", state];
}
