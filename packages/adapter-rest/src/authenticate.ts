import { createHash } from "node:crypto";
import { type CallContext, isObject, type Json, ToolError } from "@agent-tools/contract";
import type { Credential, Login, SecurityScheme } from "./credential.js";
import type { HttpClient } from "./http-client.js";
import { httpFailure, isFailure } from "./http-failure.js";
import type { HttpRequest } from "./http-message.js";
import { atPath } from "./json-path.js";
import { withQuery } from "./pagination.js";
import { compileRequest } from "./request-template.js";
import { readBody } from "./response-body.js";
import type { Scope } from "./template.js";
import type { Token, TokenCache } from "./token-cache.js";
import { checkHeader } from "./url-encoding.js";

/** What a credential is obtained with. */
export interface AuthenticationTools {
  readonly client: HttpClient;
  readonly tokens: TokenCache;
  readonly context: CallContext;
  /** What relative login and token URLs begin with. */
  readonly baseUrl: string | undefined;
  /** The scopes that the operation needs, where the credential names none. */
  readonly scopes: readonly string[];
}

/** A credential's value for one call. */
export interface Obtained {
  readonly scheme: SecurityScheme;
  readonly value: string;
  /** Everything secret that it is made of, to be kept out of messages. */
  readonly secrets: readonly string[];
  /** Another value where this one was refused; absent where there can be none. */
  readonly renew?: () => Promise<Obtained>;
}

const tokenTimeoutMs = 20_000;

/** Gets a credential's value. Throws `missing_secret` where a secret is not set. */
export async function obtain(
  scheme: SecurityScheme,
  credential: Credential,
  tools: AuthenticationTools,
): Promise<Obtained> {
  const { secrets } = tools.context;
  if ("secret" in credential) {
    const value = await secrets.get(credential.secret);
    return { scheme, value, secrets: [value] };
  }
  if ("username" in credential) {
    const [username, password] = await Promise.all([
      secrets.get(credential.username),
      secrets.get(credential.password),
    ]);
    const value = Buffer.from(`${username}:${password}`).toString("base64");
    return { scheme, value, secrets: [password, value] };
  }
  if ("login" in credential) {
    return obtainToken(scheme, await loginRequest(credential.login, tools), readLogin(credential.login), tools);
  }
  return obtainToken(scheme, await tokenRequest(scheme, credential, tools), readTokenResponse, tools);
}

/** The request with a credential in its place. */
export function authenticated(request: HttpRequest, { scheme, value }: Obtained): HttpRequest {
  const { headers } = request;
  if (scheme.type === "apiKey" && scheme.in === "query")
    // It replaces a field of the same name: no argument stands in for a credential.
    return withQuery(request, scheme.name, value);
  if (scheme.type === "apiKey" && scheme.in === "cookie") {
    const pair = `${scheme.name}=${encodeURIComponent(value)}`;
    const cookie = headers["cookie"] === undefined ? pair : `${headers["cookie"]}; ${pair}`;
    return { ...request, headers: { ...headers, cookie } };
  }
  const [name, text] =
    scheme.type === "apiKey" ? [scheme.name.toLowerCase(), value] : ["authorization", `${wordOf(scheme)} ${value}`];
  return { ...request, headers: { ...headers, [name]: checkHeader(name, text) } };
}

function wordOf(scheme: SecurityScheme): string {
  const word = scheme.type === "http" ? scheme.scheme : "bearer";
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

interface TokenRequest {
  readonly request: HttpRequest;
  readonly label: string;
  readonly secrets: readonly string[];
}

type ReadToken = (answer: Json) => { readonly value: unknown; readonly seconds: unknown };

async function obtainToken(
  scheme: SecurityScheme,
  { request, label, secrets }: TokenRequest,
  read: ReadToken,
  tools: AuthenticationTools,
): Promise<Obtained> {
  // The key holds the secrets themselves (hashed), so that no caller is ever served with another's token.
  const key = createHash("sha256")
    .update(JSON.stringify([request.method, request.url.href, request.headers, String(request.body ?? "")]))
    .digest("hex");
  const fetchToken = async (): Promise<Token> => {
    const response = await tools.client.send(request, {
      label,
      effect: "read",
      isRepeatable: false,
      // Calls share a token, so that the end of one of them must not end the login of the others.
      signal: AbortSignal.timeout(tokenTimeoutMs),
      caller: tools.context.caller,
    });
    if (isFailure(response)) throw loginFailure(httpFailure(response, label, secrets));
    const body = readBody(response);
    const { value, seconds } = body.kind === "json" ? read(body.value) : { value: undefined, seconds: undefined };
    if (typeof value !== "string" || value === "") {
      throw new ToolError("upstream_error", `${label} succeeded, but its answer holds no token where one is expected.`);
    }
    const life = Number(seconds);
    return { value, expiresAt: life > 0 ? Date.now() + life * 1000 : Number.POSITIVE_INFINITY };
  };
  const get = async (refused?: string): Promise<Obtained> => {
    const value = await orAborted(tools.tokens.get(key, fetchToken, refused), tools.context.signal);
    tools.context.secrets.conceal?.(value);
    const obtained = { scheme, value, secrets: [...secrets, value] };
    return refused === undefined ? { ...obtained, renew: () => get(value) } : obtained;
  };
  return get();
}

/** The call that needs the token was not sent, so that a failed login never counts as its outcome. */
function loginFailure(failure: ToolError): ToolError {
  const { message, details, retryAfterMs, code } = failure;
  return new ToolError(code, message, {
    hint: "The login failed, and the call was not sent. Ask the operator to check the credential.",
    ...(details && { details }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

const secretsOnly: Scope = (name) => {
  if (name.startsWith("secrets.")) return { from: "secret", name: name.slice("secrets.".length) };
  throw new ToolError("invalid_configuration", `A login takes {{secrets.NAME}} only, not {{${name}}}.`);
};

async function loginRequest(login: Login, { context, baseUrl }: AuthenticationTools): Promise<TokenRequest> {
  const template = compileRequest({ ...login, method: login.method ?? "POST" }, baseUrl, secretsOnly);
  const names = [...template.secrets];
  const secrets = new Map(
    await Promise.all(names.map(async (name) => [name, await context.secrets.get(name)] as const)),
  );
  return { request: template.fill({ args: {}, secrets }), label: template.label, secrets: [...secrets.values()] };
}

function readLogin({ token, expiresIn }: Login): ReadToken {
  return (answer) => ({
    value: atPath(answer, token),
    seconds: expiresIn === undefined ? undefined : atPath(answer, expiresIn),
  });
}

/** RFC 6749, section 4.4. */
async function tokenRequest(
  scheme: SecurityScheme,
  credential: Extract<Credential, { readonly clientId: string }>,
  { context, baseUrl, scopes }: AuthenticationTools,
): Promise<TokenRequest> {
  const { clientId, clientSecret, clientAuthentication = "header" } = credential;
  const [id, secret] = await Promise.all([context.secrets.get(clientId), context.secrets.get(clientSecret)]);
  const address = credential.tokenUrl ?? (scheme.type === "oauth2" ? scheme.tokenUrl : undefined);
  if (address === undefined || !URL.canParse(address, baseUrl)) {
    throw new ToolError(
      "invalid_configuration",
      "The client credentials have no token URL. Set the credential's tokenUrl.",
    );
  }
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  const wanted = credential.scopes ?? scopes;
  if (wanted.length > 0) form.set("scope", wanted.join(" "));
  if (clientAuthentication === "body") {
    form.set("client_id", id);
    form.set("client_secret", secret);
  }
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64");
  const url = new URL(address, baseUrl);
  return {
    label: `POST ${url.pathname}`,
    secrets: [secret, basic],
    request: {
      method: "POST",
      url,
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        ...(clientAuthentication === "header" && { authorization: `Basic ${basic}` }),
      },
      body: form.toString(),
    },
  };
}

const readTokenResponse: ReadToken = (answer) =>
  isObject(answer)
    ? { value: answer["access_token"], seconds: answer["expires_in"] }
    : { value: undefined, seconds: undefined };

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      const code = (signal.reason as Error | undefined)?.name === "TimeoutError" ? "timeout" : "cancelled";
      reject(new ToolError(code, "The call ended while it waited for its login; it was not sent."));
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
