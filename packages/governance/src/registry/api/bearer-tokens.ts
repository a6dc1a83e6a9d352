import { createHash, timingSafeEqual } from "node:crypto";
import { type Caller, ToolError } from "@agent-tools/contract";
import { textMatcher } from "../../policy/match.js";
import type { Pattern } from "../../policy/policy-document.js";

/** What a token may be used for. */
export type ApiRight = "tools:list" | "tools:execute" | "definitions:read" | "definitions:write";

/** A static bearer token (RFC 6750), known by its hash alone. */
export interface ApiToken {
  /** What `hashToken` made of the token, here or in `@agent-tools/mcp-http`. The token itself is never stored. */
  readonly hash: string;
  /** On whose behalf the token acts. */
  readonly caller: Caller;
  readonly rights: readonly ApiRight[];
  /** The agents of the caller's workspace for which it may list and execute. Default: the caller's own. */
  readonly agents?: Pattern;
  /** From then on it is refused. */
  readonly expires: Date;
}

const HASH = /^sha256:[0-9a-f]{64}$/;
const MIN_LENGTH = 32;

/**
 * The form in which a token is stored: `sha256:` and 64 hexadecimal digits. Throws `invalid_arguments` for a token of
 * fewer than 32 characters: a plain hash protects only what cannot be guessed, so make one of random bytes.
 */
export async function hashToken(token: string): Promise<string> {
  if (token.length >= MIN_LENGTH) return digestOf(token);
  throw new ToolError("invalid_arguments", `The token has ${token.length} characters; ${MIN_LENGTH} are the least.`, {
    hint: "Make it of random bytes: openssl rand -base64 32",
  });
}

function digestOf(token: string): string {
  return `sha256:${createHash("sha256").update(token).digest("hex")}`;
}

/** The token that a request carries. Undefined where it carries none that is known and in force. */
export function tokenOf(request: Request, tokens: readonly ApiToken[]): ApiToken | undefined {
  const [, given] = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (given === undefined) return undefined;
  const hash = Buffer.from(digestOf(given));
  // All are compared, so that the time tells nothing.
  const found = tokens.filter((token) => timingSafeEqual(hash, Buffer.from(token.hash)));
  return found.find(({ expires }) => expires.getTime() > Date.now());
}

/** Throws `invalid_configuration` where a token cannot be what was meant. */
export function checkTokens(tokens: readonly ApiToken[]): void {
  for (const [index, { hash, rights, expires }] of tokens.entries()) {
    const wrong = (field: string, words: string) =>
      new ToolError("invalid_configuration", `tokens[${index}].${field} ${words}.`, { details: { field } });
    if (!HASH.test(hash)) throw wrong("hash", "is not what hashToken gives");
    if (rights.length === 0) throw wrong("rights", "is empty");
    if (Number.isNaN(expires.getTime())) throw wrong("expires", "is no valid Date");
  }
}

/** The caller for one of the token's agents. Throws `denied` where the agent is not one of them. */
export function callerFor({ caller, agents }: ApiToken, agent: string): Caller {
  if (agent === caller.agent || (agents !== undefined && (textMatcher(agents)?.(agent) ?? true))) {
    return { ...caller, agent };
  }
  throw new ToolError("denied", `This token does not act for agent "${agent}".`);
}
