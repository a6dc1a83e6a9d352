import { definePlugin, defineTool, type Plugin, type Tool, toolsAdapter } from "@agent-tools/contract";
import type { SkillSource } from "@agent-tools/runtime";
import { defineSkill } from "@agent-tools/skills";
import { Type } from "typebox";

/** Tools of each plugin in the large catalogue: 8 plugins, 1,000 tools. */
const LARGE = 125;

const verbs = ["list", "get", "create", "update", "delete"];
const kinds = ["", "archived_", "shared_", "recent_", "draft_"];

/** The plugin that the tests use: it reads, changes and destroys, and has a recipe. `ran` hears of each call that runs. */
export function desk(ran: (line: string) => void, isLarge: boolean): Plugin {
  const notes = new Map([["welcome", "the kettle is in the kitchen"]]);
  const tools = [
    defineTool({
      name: "read_note",
      description: "Reads one note of the desk, by its title.",
      input: Type.Object({ title: Type.String() }),
      effect: "read",
      call: ({ title }) => {
        ran(`read_note ${title}`);
        return { title, text: notes.get(title) ?? "no such note", process: process.pid };
      },
    }),
    defineTool({
      name: "write_note",
      description: "Writes a note to the desk, under a title.",
      input: Type.Object({ title: Type.String(), text: Type.String() }),
      effect: "write",
      call: ({ title, text }) => {
        ran(`write_note ${title}`);
        notes.set(title, text);
        return { title, isWritten: true };
      },
    }),
  ];
  const count = defineSkill({
    description: "Counts the words of a note of the desk.",
    input: Type.Object({ title: Type.String() }),
    uses: ["desk:read_note"],
    run: async (adapter, { title }) => {
      ran(`count_words ${title}`);
      const note = (await adapter.call("read_note", { title })) as { text: string };
      return { title, words: note.text.split(" ").length };
    },
  });
  const more = isLarge ? filler("desk", ["drawer", "pen", "lamp", "stamp", "folder"]).slice(0, LARGE - 2) : [];
  const adapter = toolsAdapter(tools);
  return definePlugin({
    name: "Desk",
    prefix: "desk",
    description: "Notes on a desk",
    skills: { count_words: count },
    adapter: isLarge
      ? {
          ...adapter,
          listTools: async (context) => ({ tools: [...(await adapter.listTools(context)).tools, ...more] }),
        }
      : adapter,
  });
}

/** A skill to read, for which writing waits in the gated exposure. */
export const deskWork: SkillSource = {
  list: () => [{ name: "desk-work", description: "How to keep the desk.", allowedTools: ["desk:write_note"] }],
  body: () => "Titles are one word. Write with desk__write_note.",
};

/** Seven plugins of 125 tools each, beside the desk. None of their tools is ever called. */
export const fillers: readonly Plugin[] = [
  ["tickets", "Tickets of the support team", ["ticket", "queue", "macro", "agent", "label"]],
  ["billing", "Invoices and payments", ["invoice", "payment", "refund", "plan", "coupon"]],
  ["crm", "Customers and deals", ["customer", "deal", "contact", "account", "lead"]],
  ["calendar", "Meetings and rooms", ["meeting", "room", "invitation", "reminder", "holiday"]],
  ["mail", "The company's mail", ["message", "draft", "thread", "mailbox", "signature"]],
  ["code", "Repositories and reviews", ["repository", "branch", "commit", "review", "release"]],
  ["files", "Shared files", ["file", "folder", "share", "version", "comment"]],
].map(([prefix, description, nouns]) => {
  const tools = filler(prefix as string, nouns as string[]);
  return definePlugin({
    name: prefix as string,
    prefix: prefix as string,
    description: description as string,
    adapter: { listTools: () => ({ tools }), call: () => "never called" },
  });
});

/** Tools of the size that real APIs have: a sentence or two, and a handful of described parameters. */
function filler(owner: string, nouns: readonly string[]): Tool[] {
  return verbs.flatMap((verb) =>
    nouns.flatMap((noun) =>
      kinds.map((kind) => ({
        name: `${verb}_${kind}${noun}`,
        description: `${verb[0]?.toUpperCase()}${verb.slice(1)} ${kind.replace("_", " ")}${noun} records of ${owner}. Answers with the ${noun}'s fields and its links.`,
        inputSchema: {
          type: "object",
          properties: {
            id: { type: "string", description: `The id of the ${noun}` },
            workspace: { type: "string", description: "The workspace in which to look" },
            limit: { type: "integer", minimum: 1, maximum: 100, description: "How many to answer with" },
            fields: { type: "array", items: { type: "string" }, description: "Only these fields" },
          },
          required: verb === "list" ? ["workspace"] : ["workspace", "id"],
        },
      })),
    ),
  );
}
