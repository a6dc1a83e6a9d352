import { definePlugin, type Plugin, type Skill, type Tool, type ToolResult } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { type ExposureName, expose } from "../src/index.js";
import { me, recorded, textOf } from "./office.js";

const verbs = "list get create update delete archive search export import merge".split(" ");
const things = "issue invoice customer calendar event branch pipeline document message ticket".split(" ");
const details = "comment label owner history attachment status report template reminder permission".split(" ");

/** Descriptions and parameters of the length that real servers have; none says that the answer is short. */
function tool(verb: string, thing: string, detail: string): Tool {
  const names = [`${thing}_id`, `${detail}_name`, "page_size", "page_token", "include_archived", "time_zone"];
  const properties = names.map((name) => [
    name,
    { type: "string", description: `The ${name.replaceAll("_", " ")} as it is given by the service, in its own form.` },
  ]);
  return {
    name: `${verb}_${thing}_${detail}`,
    description: `Use this to ${verb} the ${detail} of a ${thing} that the signed-in account can see in its workspace. ${"Results are ordered by the time of the last change and cut at the page size. ".repeat(4)}`,
    inputSchema: { type: "object", properties: Object.fromEntries(properties), required: [`${thing}_id`] },
  };
}

/** A catalogue of 1,000 tools and 50 skills, each of which names two others. */
function plugin(prefix: string, domain: string): Plugin {
  const tools = verbs.flatMap((verb) => things.flatMap((thing) => details.map((detail) => tool(verb, thing, detail))));
  const names = things.slice(0, 5).flatMap((thing) => details.map((detail) => `review_${thing}_${detail}`));
  const skills = names.map((name, at): readonly [string, Skill] => [
    name,
    {
      meta: {
        description: `Reviews every ${name.split("_").slice(1).join(" ")} of a workspace and sums up in one report what has changed since the last review.`,
        args: "workspace: text, since?: a date, format?: 'short' or 'long'",
        related: [1, 2].map((step) => ({
          target: `${prefix}:${names[(at + step) % names.length]}`,
          why: "it looks at what this one leaves out",
        })),
      },
      run: () => "done",
    },
  ]);
  return definePlugin({
    ...{ name: `Service ${prefix}`, prefix, domain, description: `The ${domain} of the company.` },
    skills: Object.fromEntries(skills),
    adapter: { listTools: () => ({ tools }), call: () => "done" },
  });
}

const plugins = [plugin("north", "work"), plugin("south", "work")];
const queries = [
  "",
  "list the comments of an issue",
  "create_invoice_label",
  "review issue history",
  "I need to find out who changed the permission of a calendar event last week and then send everybody a reminder about it",
  "delete ticket",
  "zzzz",
];

/** A token is 4 characters here, and of Chinese one. */
const mostTokens = 600;

function tokensOf(text: string): number {
  const chinese = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return chinese + (text.length - chinese) / 4;
}

/** 100 tools that are described in Chinese, at length. */
const chinese = definePlugin({
  ...{ name: "East", prefix: "east", domain: "work" },
  adapter: {
    listTools: () => ({
      tools: things.flatMap((thing) =>
        details.map((detail) => ({
          ...tool("list", thing, detail),
          description: `列出工作区中已登录账户可以看到的问题以及与这些问题相关的评论和附件，${"结果按照最后一次修改的时间排序并按页面大小截断，".repeat(10)}。`,
        })),
      ),
    }),
    call: () => "done",
  },
});

describe("discover over two catalogues of 1,000 tools and 50 skills each", () => {
  test.each(["per-plugin", "compact"] as const)(
    "%s: an answer at the default detail has at most 600 tokens",
    async (how: ExposureName) => {
      const { runtime } = await recorded({ plugins });
      const exposure = expose(runtime, how);
      const discovers =
        how === "compact" ? ["discover"] : plugins.map(({ prefix }) => `agent_tools_${prefix}_discover`);
      for (const name of discovers) {
        for (const query of queries) {
          const answer = textOf((await exposure.callTool(name, { query }, { caller: me })) as ToolResult);
          const { total, hits } = JSON.parse(answer);
          expect(hits.length).toBeGreaterThanOrEqual(Math.min(total, 3));
          expect(total > 0).toBe(query !== "zzzz");
          expect(tokensOf(answer)).toBeLessThanOrEqual(mostTokens);
        }
      }
    },
  );

  test("so has one in a script of which a character is a token", async () => {
    const { runtime } = await recorded({ plugins: [chinese] });
    const found = await expose(runtime, "compact").callTool("discover", { query: "列出问题的评论" }, { caller: me });
    const answer = textOf(found as ToolResult);
    expect(JSON.parse(answer).hits.length).toBeGreaterThan(1);
    expect(tokensOf(answer)).toBeLessThanOrEqual(mostTokens);
  });
});
