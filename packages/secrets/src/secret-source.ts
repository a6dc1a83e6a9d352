import { type Caller, ToolError } from "@agent-tools/contract";
import type { SecretScope, SecretVault } from "./vault.js";

/** What a runtime takes as `secrets`. */
export interface ScopedSecrets {
  get(name: string, caller: Caller): Promise<string | undefined>;
  readonly isPerCaller: true;
}

/** How a secret is looked for. */
export interface SecretSourceOptions {
  /** Which of a caller's `externalReferenceIds` may have secrets of their own, the most specific first. Default none. */
  readonly references?: readonly string[];
}

/**
 * The secrets of vaults, by caller: first the caller's own, then those of its references, then its workspace's; in each
 * scope the vaults in the order given. Another workspace is never looked at, and an empty value counts as not set. Throws
 * `invalid_configuration` where there is no vault.
 */
export function secretSource(
  vaults: SecretVault | readonly SecretVault[],
  { references = [] }: SecretSourceOptions = {},
): ScopedSecrets {
  const list = ([] as SecretVault[]).concat(vaults);
  if (list.length === 0) throw new ToolError("invalid_configuration", "secretSource needs at least one vault.");
  return {
    isPerCaller: true,
    async get(name, caller) {
      for (const scope of scopesOf(caller, references)) {
        for (const vault of list) {
          const value = await vault.get(name, scope);
          if (value) return value;
        }
      }
      return undefined;
    },
  };
}

/** The scopes of a caller, the most specific first. Who has no workspace has no scope at all. */
function scopesOf(
  { workspace, caller, externalReferenceIds = {} }: Caller,
  references: readonly string[],
): readonly SecretScope[] {
  if (!workspace) return [];
  const own = caller ? [{ workspace, caller }] : [];
  const referred = references.flatMap((name): SecretScope[] => {
    const id = Object.hasOwn(externalReferenceIds, name) ? externalReferenceIds[name] : undefined;
    return id ? [{ workspace, reference: [name, id] }] : [];
  });
  return [...own, ...referred, { workspace }];
}
