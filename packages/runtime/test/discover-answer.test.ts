import { definePlugin, defineTool, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { createRuntime, expose, type Session } from "../src/index.js";
import { me, textOf } from "./office.js";

const session: Session = { caller: me };
const subjects = Array.from({ length: 45 }, (_, index) => `subject_${index}`);

/** Tools that read one thing each. */
const library = definePlugin({
  name: "Library",
  prefix: "library",
  adapter: toolsAdapter(
    subjects.map((subject) =>
      defineTool({
        name: `read_${subject}`,
        description: `Reads the shelf of ${subject}. It is long. ${"More of it is said here. ".repeat(20)}`,
        input: Type.Object({
          shelf: Type.String(),
          page: Type.Integer({ minimum: 1 }),
          language: Type.Optional(Type.String()),
        }),
        effect: "read",
        call: ({ shelf, page }) => `${subject} ${shelf} ${page}`,
      }),
    ),
  ),
});

async function opened() {
  const exposure = expose(await createRuntime({ plugins: [library] }), "compact");
  const call = async (name: string, args: object) => {
    const answer = await exposure.callTool(name, args, session);
    if ("status" in answer) throw new Error("pending");
    return textOf(answer);
  };
  return { call, discover: async (args: object) => JSON.parse(await call("discover", args)) };
}

describe("an answer of discover", () => {
  test("says that it is a catalogue, and shows the next call filled in, which runs as it stands", async () => {
    const { discover, call } = await opened();
    const { note, next } = await discover({ query: "read subject 7" });
    expect(note).toBe(
      "A catalogue of what can be called; nothing was called yet. Put your own values into the next call.",
    );
    expect(next).toEqual({
      tool: "call",
      arguments: { plugin: "library", toolName: "read_subject_7", arguments: { shelf: "<shelf>", page: 1 } },
    });
    expect(await call(next.tool, next.arguments)).toBe("subject_7 <shelf> 1");
  });

  test.each(["names", "brief", "full"] as const)(
    "leads page by page to the end, with the total: %s",
    async (detail) => {
      const { discover } = await opened();
      const found: string[] = [];
      for (let more: { offset: number } | undefined = { offset: 0 }; more; ) {
        const page = await discover({ query: "", detail, ...more });
        expect(page.total).toBe(45);
        found.push(...page.hits.map(({ name }: { name: string }) => name));
        more = page.more;
      }
      expect(found.sort()).toEqual(subjects.map((subject) => `read_${subject}`).sort());
    },
  );

  test("says at each level of detail as much as is asked for", async () => {
    const { discover } = await opened();
    const first = async (detail: string) => (await discover({ query: "subject 7", detail })).hits[0];
    expect(await first("names")).toEqual({ plugin: "library", name: "read_subject_7" });
    const [brief, full] = [await first("brief"), await first("full")];
    expect(brief.description).toBe("Reads the shelf of subject_7.");
    expect(full.description.length).toBeGreaterThan(400);
    expect(full.call).toContain("shelf: string");
  });
});
