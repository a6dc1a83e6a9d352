import type { Awaitable, Caller } from "@agent-tools/contract";

/** Where secrets come from. */
export interface SecretSource {
  /** The value for this caller, or undefined where it is not set. Asked at the moment of use, so that rotation needs no restart. */
  get(name: string, caller: Caller): Awaitable<string | undefined>;
  /** True where two callers may get different values: then each caller has a tool list of its own. */
  readonly isPerCaller: boolean;
}

/** Secrets from environment variables, the same for every caller. An empty variable counts as not set. */
export function environmentSecrets(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): SecretSource {
  return { isPerCaller: false, get: (name) => environment[name] || undefined };
}
