import type { PolicySubject } from "@agent-tools/runtime";

/**
 * Something that beats every mode: a cage, a pin. It can only narrow. It is asked for every listing, hit and call, so it
 * must be fast; what it throws counts as a refusal.
 */
export interface Restriction {
  /** Names it in records and explanations. */
  readonly name: string;
  /** Why the subject may not be used, or undefined where nothing is against it. */
  refuses(subject: PolicySubject): string | undefined;
  /** Calls back when it may refuse otherwise than before, so that clients list anew. Returns how to stop. */
  onChange?(listener: () => void): () => void;
}

/** The first of the restrictions that refuses, and why. */
export function refusalOf(
  restrictions: readonly Restriction[],
  subject: PolicySubject,
): { readonly name: string; readonly reason: string } | undefined {
  for (const restriction of restrictions) {
    const reason = reasonOf(restriction, subject);
    if (reason !== undefined) return { name: restriction.name, reason };
  }
  return undefined;
}

function reasonOf(restriction: Restriction, subject: PolicySubject): string | undefined {
  try {
    return restriction.refuses(subject);
  } catch (error) {
    return `it failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
