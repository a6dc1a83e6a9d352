import type { AdapterSubject } from "../adapter-subject.js";
import { capturedOutput } from "../captured-output.js";
import { keptAlive } from "../kept-alive.js";
import { holds, onlyWhere, type Rule } from "../rule.js";
import { exampleResult } from "./example-call.js";
import { listedTools } from "./list-rules.js";
import { slowCallUnderWay } from "./slow-call.js";

/** What must hold from an adapter's making to its end. */
export const lifeRules: readonly Rule<AdapterSubject>[] = [
  {
    id: "stdout-silent",
    sentence: "nothing is written to stdout, which belongs to the protocol",
    async check(subject) {
      const written = await capturedOutput(async () => {
        const adapter = await subject.create();
        await listedTools(subject, adapter);
        for (const example of subject.calls) await exampleResult(subject, adapter, example);
        await subject.close();
      });
      holds(written === "", `Written to stdout: ${JSON.stringify(written.slice(0, 200))}.`);
    },
  },
  {
    id: "close-repeated",
    sentence: "close may be called twice",
    async check(subject) {
      const adapter = await subject.create();
      onlyWhere(adapter.close, "the adapter has no close");
      await exampleResult(subject, adapter, subject.calls[0]);
      await subject.value("close", () => adapter.close?.());
      await subject.value("close, the second time,", () => adapter.close?.());
    },
  },
  {
    id: "closed-settles",
    sentence: "after close, listing and calling settle",
    async check(subject) {
      const adapter = await subject.create();
      onlyWhere(adapter.close, "the adapter has no close");
      await subject.value("close", () => adapter.close?.());
      await subject.outcome("listTools after close", () => adapter.listTools(subject.context()));
      const [{ tool, arguments: args = {} }] = subject.calls;
      await subject.outcome(`call "${tool}" after close`, () => adapter.call(tool, args, subject.context()));
    },
  },
  {
    id: "close-ends-calls",
    sentence: "close ends the calls that are under way",
    async check(subject) {
      const { adapter, settled } = await slowCallUnderWay(subject, "under way when the adapter was closed");
      onlyWhere(adapter.close, "the adapter has no close");
      await subject.value("close", () => adapter.close?.());
      await settled;
    },
  },
  {
    id: "close-leaves-nothing",
    sentence: "after close nothing of the adapter keeps the process alive",
    async check(subject) {
      const left = await keptAlive(async () => {
        const adapter = await subject.create();
        await listedTools(subject, adapter);
        for (const example of subject.calls) await exampleResult(subject, adapter, example);
        await subject.close();
      }, subject.patienceMs);
      holds(left.length === 0, `Still there ${subject.patienceMs} ms after close: ${left.join(", ")}.`);
    },
  },
];
