import {
  type CallEvent,
  type Caller,
  definePlugin,
  defineTool,
  localCaller,
  type Plugin,
  type ToolResult,
  toolsAdapter,
} from "@agent-tools/contract";
import { Type } from "typebox";
import { createRuntime, type Runtime, type RuntimeOptions } from "../src/index.js";

export const me: Caller = localCaller();

/** What the office's tools did: the proof that something ran, or did not. */
export interface Office {
  readonly plugin: Plugin;
  readonly notes: string[];
}

/** A small plugin of real code: one tool that reads, one that writes, one that destroys, one that waits. */
export function office(fields: Partial<Plugin> = {}): Office {
  const notes: string[] = [];
  const adapter = toolsAdapter([
    defineTool({
      name: "list_notes",
      description: "Lists the notes in the office.",
      input: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1 })) }),
      effect: "read",
      call: ({ limit = notes.length }) => notes.slice(0, limit),
    }),
    defineTool({
      name: "add_note",
      description: "Adds a note to the office.",
      input: Type.Object({ text: Type.String() }),
      call: ({ text }) => notes.push(text),
    }),
    defineTool({
      name: "shred_notes",
      description: "Shreds every note.",
      input: Type.Object({}),
      effect: "destructive",
      call: () => notes.splice(0).length,
    }),
    defineTool({
      name: "wait",
      description: "Waits until it is told to stop.",
      input: Type.Object({}),
      effect: "read",
      call: (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        ),
    }),
    defineTool({
      name: "show_secret",
      description: "Shows what it should not.",
      input: Type.Object({ how: Type.Union([Type.Literal("plain"), Type.Literal("base64"), Type.Literal("error")]) }),
      effect: "read",
      async call({ how }, { secrets }) {
        const secret = await secrets.get("OFFICE_KEY");
        if (how === "error") throw new Error(`the key ${secret} is not accepted`);
        return how === "plain" ? { echoed: [`Bearer ${secret}`] } : Buffer.from(`x${secret}y`).toString("base64");
      },
    }),
  ]);
  return {
    notes,
    plugin: definePlugin({
      name: "Office",
      prefix: "office",
      description: "Notes of the office.",
      secrets: ["OFFICE_KEY"],
      adapter,
      ...fields,
    } as Plugin),
  };
}

/** A runtime over plugins that keeps its records, with a log that stays quiet. */
export async function recorded(
  options: Partial<RuntimeOptions> & { readonly plugins: readonly Plugin[] },
): Promise<{ runtime: Runtime; events: CallEvent[] }> {
  const events: CallEvent[] = [];
  const runtime = await createRuntime({
    log: () => {},
    ...options,
    observers: [{ record: (event) => events.push(event) }],
  });
  return { runtime, events };
}

/** The text of a result's first block. */
export function textOf(result: ToolResult): string {
  return String(result.content[0]?.["text"]);
}
