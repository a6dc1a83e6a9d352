import { definePlugin, defineTool, type JsonObject, type Plugin, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";

/** An office whose tools remember what they did. `send` writes, `wipe` destroys, `read_file` reads. */
export interface Office {
  readonly plugin: Plugin;
  readonly sent: string[];
  /** Another definition of `send`, announced at once. */
  change(description: string): void;
}

export interface OfficeOptions {
  /** What `send` does before it is done. */
  readonly onSend?: (to: string) => Promise<void>;
}

const Message = Type.Object({ to: Type.String(), text: Type.String() });

export function office({ onSend }: OfficeOptions = {}): Office {
  const sent: string[] = [];
  let description = "Sends a message.";
  let changed = () => {};
  const send = () =>
    defineTool({
      name: "send",
      description,
      input: Message,
      async call({ to, text }, { dispatched }): Promise<JsonObject> {
        dispatched();
        await onSend?.(to);
        sent.push(`${to}: ${text}`);
        return { sent: sent.length };
      },
    });
  const wipe = defineTool({
    name: "wipe",
    input: Type.Object({}),
    effect: "destructive",
    call: () => sent.splice(0).length,
  });
  const read = defineTool({ name: "read_file", input: Type.Object({}), effect: "read", call: () => sent.length });
  const plugin = definePlugin({
    name: "Office",
    prefix: "office",
    createAdapter(host) {
      changed = () => host.toolsChanged();
      const now = () => toolsAdapter([send(), wipe, read]);
      return {
        listTools: (context) => now().listTools(context),
        effect: (name) => now().effect?.(name),
        call: (name, args, context) => now().call(name, args, context),
        reportsDispatch: true,
      };
    },
  });
  return {
    plugin,
    sent,
    change(next) {
      description = next;
      changed();
    },
  };
}

/** A call of `send`, as a surface asks for it. */
export const send = (text = "hello", to = "ada@acme.example") => ({
  target: { plugin: "office", tool: "send" } as const,
  arguments: { to, text },
});
