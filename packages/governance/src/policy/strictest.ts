import type { PolicyDecision, PolicySubject } from "@agent-tools/runtime";
import { referred } from "./reference.js";
import { otherSpellings } from "./resource-spellings.js";

const rank = { allow: 0, shadow: 1, deny: 2 } as const;

/**
 * The decision about a subject, by everything that it stands for, of which the strictest decides: a reference also by the
 * tool that it refers to, which has to be granted as well; a resource by every spelling of its URI, since its server may read
 * one for the other. `isUngranted` tells a denial that only says that nothing grants it.
 */
export function strictest(
  subject: PolicySubject,
  decide: (subject: PolicySubject) => PolicyDecision,
  isUngranted: (decision: PolicyDecision) => boolean,
): PolicyDecision {
  let decision = decide(subject);
  const count = (other: PolicyDecision) => {
    if (rank[other.mode] > rank[decision.mode]) decision = other;
  };
  const behind = referred(subject);
  if (behind) count(decide(behind));
  const { target } = subject;
  if (!("resource" in target)) return decision;
  for (const { uri, isElsewhere } of otherSpellings(target.resource)) {
    const other = decide({ ...subject, target: { ...target, resource: uri } });
    // Rules that grant name a resource as its server does, and nobody has to grant its other spellings too.
    if (isElsewhere || !isUngranted(other)) count(other);
  }
  return decision;
}
