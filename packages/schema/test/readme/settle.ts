import assert from "node:assert/strict";
// #region settle
import { settle } from "@agent-tools/schema";

const schema = {
  type: "object",
  properties: {
    owner: { type: "string" },
    issueNumber: { type: "integer", minimum: 1 },
    labels: { type: "array", items: { type: "string" } },
    draft: { type: "boolean", default: false },
  },
  required: ["owner", "issueNumber"],
  additionalProperties: false,
};

const settled = settle(schema, { owner: "acme", issue_number: "42", labels: "bug" });
// settled.value    { owner: "acme", issueNumber: 42, labels: ["bug"], draft: false }
// settled.changes  normalise-key and coerce-number at /issueNumber, wrap-array at /labels, fill-default at /draft

const refused = settle(schema, { owner: "acme", number: 42 }, { toolName: "get_issue" });
console.log(refused.error?.message);
// The arguments of "get_issue" do not fit the schema:
// - /issueNumber is missing: an integer, at least 1
// - /number is not a property here; did you mean "issueNumber"?
// The correct arguments: {"owner":"acme","issueNumber":42}
// #endregion settle

assert.deepEqual(settled.error ?? settled.value, { owner: "acme", issueNumber: 42, labels: ["bug"], draft: false });
assert.deepEqual(settled.error ?? settled.changes, [
  { kind: "normalise-key", path: "/issueNumber" },
  { kind: "coerce-number", path: "/issueNumber" },
  { kind: "wrap-array", path: "/labels" },
  { kind: "fill-default", path: "/draft" },
]);
assert.equal(
  refused.error?.message,
  `The arguments of "get_issue" do not fit the schema:
- /issueNumber is missing: an integer, at least 1
- /number is not a property here; did you mean "issueNumber"?
The correct arguments: {"owner":"acme","issueNumber":42}`,
);
