import { definePlugin, defineTool, localCaller, toolsAdapter } from "@agent-tools/contract";
import { createRuntime, type Runtime } from "@agent-tools/runtime";
import { Type } from "typebox";

/** One pixel, as PNG in base64. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

export const session = { caller: localCaller() };

/** A real runtime over one plugin, and what the tests want to know of it. */
export interface Warehouse extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly stock: ReadonlyMap<string, number>;
  /** Resolves when the tool that takes for ever is under way. */
  readonly waiting: Promise<void>;
  /** Resolves when that tool hears that nobody wants its answer any more. */
  readonly aborted: Promise<void>;
}

/** A warehouse with tools that read, change, show, ask, fail and take for ever. */
export async function warehouse(): Promise<Warehouse> {
  const stock = new Map([
    ["bolt", 12],
    ["nut", 3],
  ]);
  const waiting = signalled();
  const aborted = signalled();
  const item = Type.Object({ item: Type.String() });
  const tools = [
    defineTool({
      name: "count_items",
      description: "Counts one item on the shelves.",
      input: Type.Object({ item: Type.String(), shelf: Type.Optional(Type.Integer({ minimum: 1 })) }),
      effect: "read",
      call: ({ item, shelf = 1 }) => ({ item, shelf, count: stock.get(item) ?? 0 }),
    }),
    defineTool({
      name: "take_item",
      description: "Takes one item out.",
      input: item,
      call: ({ item }) => {
        stock.set(item, (stock.get(item) ?? 0) - 1);
        return `Took one ${item}.`;
      },
    }),
    defineTool({
      name: "show-item",
      description: "Shows a photograph of an item.",
      input: item,
      effect: "read",
      call: ({ item }) => ({
        content: [
          { type: "text", text: `A ${item}:` },
          { type: "image", data: pixel, mimeType: "image/png" },
        ],
      }),
    }),
    defineTool({
      name: "paint_item",
      description: "Paints an item in a colour that somebody is asked for.",
      input: item,
      effect: "read",
      async call({ item }, { ask }) {
        const question = { message: "Which colour?", requestedSchema: { type: "object" } };
        const { colour } = await ask({ colour: { method: "elicitation/create", params: question } });
        return `The ${item} is now ${JSON.stringify(colour?.["content"])}.`;
      },
    }),
    defineTool({
      name: "drop_item",
      description: "Drops an item and breaks it.",
      input: item,
      effect: "read",
      call: ({ item }) => ({
        content: [{ type: "text", text: `The ${item} broke.` }],
        structuredContent: { broken: item },
        isError: true,
      }),
    }),
    defineTool({
      name: "await_item",
      description: "Waits for an item that never comes.",
      input: item,
      effect: "read",
      async call(_, { signal }) {
        waiting.resolve();
        await new Promise<void>((done) => signal.addEventListener("abort", () => done()));
        aborted.resolve();
      },
    }),
  ];
  const plugin = definePlugin({
    name: "Warehouse",
    prefix: "warehouse",
    description: "What is on the shelves.",
    adapter: toolsAdapter(tools),
  });
  const runtime = await createRuntime({ plugins: [plugin] });
  return {
    runtime,
    stock,
    waiting: waiting.promise,
    aborted: aborted.promise,
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  };
}

function signalled(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
