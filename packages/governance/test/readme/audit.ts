import { memoryStore } from "@agent-tools/contract";
import pino from "pino";
import { house, resident } from "../house.js";

const store = memoryStore();
const plugins = [house()];
const caller = resident();
const lines: string[] = [];
const logger = pino({}, { write: (line: string) => lines.push(line) });

// #region use
import { audit, logSink, policy, promotionReport, storeSink } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";

const record = audit({
  sinks: [logSink(logger), { name: "mine", write: (event) => console.log(event.event, event.rule) }],
  required: [storeSink(store)], // no call runs that is not recorded there first
});
await using runtime = await createRuntime({
  plugins,
  observers: [record],
  policy: policy({
    withoutRules: "denied",
    rules: [{ mode: "allow" }, { name: "rehearse", targets: { effect: "write" }, mode: "shadow" }],
  }),
});

await runtime.call({ target: { plugin: "home", tool: "switch_light" }, confirm: true }, caller);
console.log(record.recent({ caller: "ana" })[0]?.event); // tool_shadowed
console.log(promotionReport(record.recent()).text); // home:switch_light (write) would have run once from …
// #endregion use

await record.flush();
if (lines.length !== 1 || record.recent().length !== 1) throw new Error("It was not recorded once.");
