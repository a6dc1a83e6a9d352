export type { PolicyRule } from "./policy/policy-rule.js";
