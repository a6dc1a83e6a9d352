import { type Caller, ToolError } from "@agent-tools/contract";
import type { Access } from "./access.js";
import { refusal } from "./refusal.js";

/** One bearer token that a host gave out. */
export interface StaticToken {
  /** What `hashToken` made of the token. The token itself is never stored. */
  readonly hash: string;
  /** On whose behalf its bearer acts. */
  readonly caller: Caller;
  /** From then on it is refused. */
  readonly expires: Date;
}

const HASH = /^sha256:[0-9a-f]{64}$/;
const MIN_LENGTH = 32;

/**
 * The form in which a token is stored: `sha256:` and 64 hexadecimal digits. Throws `invalid_arguments` for a token of
 * fewer than 32 characters: a plain hash protects only what cannot be guessed, so make one of random bytes, for example
 * with `openssl rand -base64 32`.
 */
export async function hashToken(token: string): Promise<string> {
  if (token.length < MIN_LENGTH) {
    throw new ToolError("invalid_arguments", `The token has ${token.length} characters; ${MIN_LENGTH} are the least.`, {
      hint: "Make it of random bytes: openssl rand -base64 32",
    });
  }
  return digest(token);
}

/**
 * Access by bearer tokens that the host gives out itself (RFC 6750): each for one caller, each until a day. Throws
 * `invalid_configuration` where a hash has not the form of `hashToken`, a date is none, or two tokens are the same.
 */
export function staticTokens(tokens: readonly StaticToken[]): Access {
  const byHash = new Map<string, StaticToken>();
  for (const [index, token] of tokens.entries()) {
    if (!HASH.test(token.hash)) throw faulty(index, "hash", "store what hashToken(token) gives");
    if (Number.isNaN(token.expires.getTime())) throw faulty(index, "expires", "give a valid Date");
    if (byHash.has(token.hash)) throw faulty(index, "hash", "it is there twice; give each caller a token of its own");
    byHash.set(token.hash, token);
  }
  return async (request) => {
    const header = request.headers.get("authorization");
    if (header === null) return challenge("A bearer token is needed.");
    const [scheme = "", token = "", ...rest] = header.trim().split(/ +/);
    if (scheme.toLowerCase() !== "bearer" || !token || rest.length > 0) {
      return challenge("The Authorization header is not of the form: Bearer TOKEN.", "invalid_request");
    }
    const known = byHash.get(await digest(token));
    // A token that was never given out and one that has expired look the same from outside.
    if (!known || known.expires.getTime() <= Date.now()) {
      return challenge("The token is not valid, or no longer.", "invalid_token");
    }
    return known.caller;
  };
}

async function digest(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return `sha256:${Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function challenge(message: string, error?: string): Response {
  const details = error ? ` error="${error}", error_description="${message}"` : "";
  const headers = { "www-authenticate": `Bearer${details || ' realm="mcp"'}` };
  return refusal(401, message, { headers }).toResponse();
}

function faulty(index: number, field: string, advice: string): ToolError {
  return new ToolError("invalid_configuration", `staticTokens: token ${index} has an unusable \`${field}\`.`, {
    hint: `Correct it: ${advice}.`,
  });
}
