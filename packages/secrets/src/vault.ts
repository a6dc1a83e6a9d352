import type { Awaitable } from "@agent-tools/contract";

/** For whom a secret is: a workspace, or one caller or one of the host's own references in it. */
export interface SecretScope {
  readonly workspace: string;
  /** Only this caller of the workspace. */
  readonly caller?: string;
  /** Only callers with this one of `externalReferenceIds`, for example `{ customerId: "c-17" }` as `["customerId", "c-17"]`. */
  readonly reference?: readonly [name: string, id: string];
}

/** Where secrets are kept. */
export interface SecretVault {
  /** The value for exactly this scope, or undefined. Asked anew for every use, so that rotation needs no restart. */
  get(name: string, scope: SecretScope): Awaitable<string | undefined>;
}

/** A secret without its value. */
export interface SecretEntry {
  readonly name: string;
  readonly scope: SecretScope;
}

/** A vault that can be written to. */
export interface WritableVault extends SecretVault {
  set(name: string, scope: SecretScope, value: string): Promise<void>;
  /** True where there was one. */
  delete(name: string, scope: SecretScope): Promise<boolean>;
}

/** One text for each scope and name, whose parts cannot imitate each other. */
export function secretKey(name: string, { workspace, caller, reference }: SecretScope): string {
  return JSON.stringify([workspace, caller ?? null, reference ?? null, name]);
}
