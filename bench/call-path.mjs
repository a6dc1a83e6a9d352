// What the governed path costs: runtime.call beside the adapter's own call, with 1,000 tools in the catalogue.
import { localCaller, standaloneContext } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { ratio, round, table, yardstick } from "./measure.mjs";

const TOOLS = 1_000;
const TARGET_MICROSECONDS = 60;

export async function run() {
  const tools = Array.from({ length: TOOLS }, (_, index) => ({
    name: `tool_${index}`,
    description: "Answers with what it was given.",
    inputSchema: {
      type: "object",
      properties: { id: { type: "string" }, limit: { type: "integer", minimum: 1 } },
      required: ["id"],
      additionalProperties: false,
    },
  }));
  const answer = { content: [{ type: "text", text: "ok" }] };
  const adapter = { listTools: () => ({ tools }), call: async () => answer };
  const events = [];
  const runtime = await createRuntime({
    plugins: [{ name: "Bench", prefix: "bench", adapter }],
    observers: [{ record: (event) => events.push(event) }],
  });
  const caller = localCaller();
  const context = standaloneContext();
  const request = { target: { plugin: "bench", tool: "tool_700" }, arguments: { id: "a", limit: 3 }, confirm: true };
  const { result } = await runtime.call(request, caller);
  if (result !== answer) throw new Error("The call did not arrive.");

  const pair = await ratio(
    () => runtime.call(request, caller),
    () => adapter.call("tool_700", request.arguments, context),
    { iterations: 5_000 },
  );
  const over = round(pair.a - pair.b);
  const rows = [
    { call: "runtime.call", "CPU µs": pair.a },
    { call: "adapter.call", "CPU µs": pair.b },
    { call: "over the adapter", "CPU µs": over },
  ];
  table(rows);
  await runtime.close();
  return {
    bench: "call-path",
    tools: TOOLS,
    overMicroseconds: over,
    targetMicroseconds: TARGET_MICROSECONDS,
    isOnTarget: over <= TARGET_MICROSECONDS,
    recorded: events.length,
    yardstickMilliseconds: await yardstick(),
  };
}
