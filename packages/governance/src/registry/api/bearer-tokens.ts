import { createHash, timingSafeEqual } from "node:crypto";
import { type Caller, ToolError } from "@agent-tools/contract";
import { textMatcher } from "../../policy/match.js";
import type { Pattern } from "../../policy/policy-document.js";

/** What a token may be used for. */
export type ApiRight = "tools:list" | "tools:execute" | "definitions:read" | "definitions:write";

/** A static bearer token (RFC 6750), known by its hash alone. */
export interface ApiToken {
  /** `hashToken(token)`. */
  readonly hash: string;
  /** On whose behalf the token acts. */
  readonly caller: Caller;
  readonly rights: readonly ApiRight[];
  /** The agents of the caller's workspace for which it may list and execute. Default: the caller's own. */
  readonly agents?: Pattern;
  /** In milliseconds since the epoch. Default: never. */
  readonly expiresAt?: number;
}

/** The SHA-256 of a token as 64 hexadecimal digits: what is configured in its place. A token has 32 random characters or more. */
export function hashToken(token: string): string {
  if (token.length < 32) {
    throw new ToolError("invalid_configuration", `The token has ${token.length} characters, and 32 are the fewest.`, {
      hint: "Use random ones, for example of: openssl rand -hex 32",
    });
  }
  return createHash("sha256").update(token).digest("hex");
}

/** The token that a request carries. Undefined where it carries none that is known and in force. */
export function tokenOf(request: Request, tokens: readonly ApiToken[]): ApiToken | undefined {
  const [, given] = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (given === undefined) return undefined;
  const hash = createHash("sha256").update(given).digest();
  // All are compared, so that the time tells nothing.
  const found = tokens.filter((token) => timingSafeEqual(hash, Buffer.from(token.hash, "hex")));
  return found.find(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > Date.now());
}

/** Throws `invalid_configuration` where a token cannot be what was meant. */
export function checkTokens(tokens: readonly ApiToken[]): void {
  for (const [index, { hash, rights }] of tokens.entries()) {
    if (!/^[0-9a-f]{64}$/.test(hash)) {
      throw new ToolError("invalid_configuration", `tokens[${index}].hash is not what hashToken gives.`);
    }
    if (rights.length === 0) throw new ToolError("invalid_configuration", `tokens[${index}] has no rights.`);
  }
}

/** The caller for one of the token's agents. Throws `denied` where the agent is not one of them. */
export function callerFor({ caller, agents }: ApiToken, agent: string): Caller {
  if (agent === caller.agent || (agents !== undefined && (textMatcher(agents)?.(agent) ?? true))) {
    return { ...caller, agent };
  }
  throw new ToolError("denied", `This token does not act for agent "${agent}".`);
}
