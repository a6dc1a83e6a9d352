import { defineTool, localCaller, type ToolResult, toolsAdapter } from "@agent-tools/contract";
import { createRuntime, expose } from "@agent-tools/runtime";
import { loadSkillFolders } from "@agent-tools/skills";
import { Type } from "typebox";

const list = defineTool({ name: "list", input: Type.Object({}), effect: "read", call: () => ["sowed the beans"] });
// #region gates
await using runtime = await createRuntime({
  plugins: [{ name: "Notes", prefix: "notes", adapter: toolsAdapter([list]) }],
  // weekly-report/SKILL.md says "allowed-tools: notes:*", so the tools of notes wait for it.
  skills: await loadSkillFolders(new URL("./skills", import.meta.url).pathname),
});
const client = expose(runtime, "gated");
const session = { caller: localCaller({ conversation: "monday" }) };

await client.callTool("notes__list", {}, session); // skill_required: … waits for the skill "weekly-report"
await client.callTool("load_skill", { skill: "weekly-report" }, session); // its instructions, and that it has forms/week.md
await client.callTool("agent_tools_read", { skill: "weekly-report", file: "forms/week.md" }, session); // # Week …
await client.callTool("notes__list", {}, session); // sowed the beans
// #endregion

const other = { caller: localCaller({ conversation: "tuesday" }) };
const texts = [];
for (const [who, args] of [
  [session, {}],
  [other, {}],
] as const) {
  const { content } = (await client.callTool("notes__list", args, who)) as ToolResult;
  texts.push(String(content[0]?.["text"]));
}
if (texts[0] !== '["sowed the beans"]') throw new Error(`Monday got ${texts[0]}.`);
if (!texts[1]?.startsWith("skill_required")) throw new Error(`Tuesday got ${texts[1]}.`);
