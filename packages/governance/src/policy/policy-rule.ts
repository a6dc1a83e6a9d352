/** What a rule grants. `shadow`: announced, never executed. `deny`: neither announced nor callable. */
export interface PolicyRule {
  readonly mode: "allow" | "shadow" | "deny";
}
