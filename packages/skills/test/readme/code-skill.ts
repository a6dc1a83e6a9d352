// #region skill
import { defineSkill } from "@agent-tools/skills";
import { Type } from "typebox";

export const closeStale = defineSkill({
  description: "Closes the issues that nobody has touched for some days.",
  input: Type.Object({ days: Type.Integer({ minimum: 1 }) }),
  uses: ["issues_list", "issues_close", "mail:send"],
  related: [{ target: "hub:triage", why: "sort the new ones first" }],
  async run(adapter, { days }, context) {
    const stale: { id: number }[] = await adapter.call("issues_list", { olderThanDays: days });
    for (const [done, { id }] of stale.entries()) {
      await adapter.call("issues_close", { id });
      context.progress(done + 1, stale.length);
    }
    if (stale.length > 0) await context.use("mail").call("send", { text: `Closed ${stale.length} issues.` });
    return { closed: stale.length };
  },
});
// #endregion

const sent: string[] = [];
const closed = await closeStale.run(
  { call: async (name: string) => (name === "issues_list" ? [{ id: 1 }, { id: 2 }] : null) } as never,
  { days: 30 },
  {
    progress: () => {},
    use: () => ({ call: async (_: string, { text }: { text: string }) => sent.push(text) }),
  } as never,
);
if (JSON.stringify(closed) !== '{"closed":2}' || sent.length !== 1) throw new Error("The skill did not close them.");
