import assert from "node:assert/strict";
// #region call
import { ToolError } from "@agent-tools/contract";
import { matchName, settleCall } from "@agent-tools/schema";

const tools = [{ name: "get_issue", qualifiers: ["github"], schema: { type: "object", required: ["number"] } }];

const settled = await settleCall(
  { arguments: { toolName: "github.getIssue", arguments: '{"number": 42}' }, confirm: "true" },
  {
    fields: { confirm: { type: "boolean" } },
    find(name) {
      const match = matchName(name, tools);
      if (match.status === "exact" || match.status === "normalised") return match.target;
      throw new ToolError("unknown_target", `There is no tool "${name}".`, { details: { ...match } });
    },
  },
);
if (settled.error) throw settled.error;
const { target, arguments: args, fields } = settled; // tools[0], { number: 42 }, { confirm: true }
// #endregion call

assert.deepEqual([target, args, fields], [tools[0], { number: 42 }, { confirm: true }]);
