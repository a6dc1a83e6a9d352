export { type CedarPolicies, type CedarPolicy, type CedarPolicyOptions, cedarPolicy } from "./policy/cedar-policy.js";
