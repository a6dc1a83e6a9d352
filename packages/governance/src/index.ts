export { type GovernancePolicy, type PolicyExplanation, type PolicyOptions, policy } from "./policy/policy.js";
export type {
  CallerPattern,
  Pattern,
  PolicyDocument,
  PolicyMode,
  PolicyRule,
  TargetPattern,
} from "./policy/policy-document.js";
export type { Restriction } from "./policy/restriction.js";
