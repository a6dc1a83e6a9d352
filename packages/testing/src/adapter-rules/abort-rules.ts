import type { AdapterSubject } from "../adapter-subject.js";
import { holds, onlyWhere, type Rule } from "../rule.js";
import { exampleResult, isFailure } from "./example-call.js";
import { slowCallUnderWay } from "./slow-call.js";

/** The deadline of a call that takes longer, in milliseconds. */
const SHORT_MS = 50;

/** What must hold when an answer is no longer wanted. */
export const abortRules: readonly Rule<AdapterSubject>[] = [
  {
    id: "aborted-before",
    sentence: "with a signal that is aborted already, listing and calling settle",
    async check(subject) {
      const adapter = await subject.create();
      const signal = AbortSignal.abort();
      await subject.outcome("listTools", () => adapter.listTools(subject.context({ signal })));
      for (const { tool, arguments: args = {} } of [...subject.calls, subject.slowCall ?? []].flat()) {
        const what = `call "${tool}" with an aborted signal`;
        await subject.outcome(what, () => adapter.call(tool, args, subject.context({ signal })));
      }
    },
  },
  {
    id: "aborted-during",
    sentence: "a call that is under way ends when its signal is aborted",
    async check(subject) {
      const controller = new AbortController();
      const { tool, settled } = await slowCallUnderWay(subject, "aborted under way", controller.signal);
      controller.abort();
      holds(isFailure(await settled), `call "${tool}" was aborted under way and succeeded all the same.`);
    },
  },
  {
    id: "deadline-kept",
    sentence: "a call that takes too long ends at its deadline",
    async check(subject) {
      onlyWhere(subject.slowCall, "no slowCall was given");
      const { tool, arguments: args = {} } = subject.slowCall;
      const adapter = await subject.create();
      await exampleResult(subject, adapter, subject.calls[0]);
      const context = subject.context({ timeoutMs: SHORT_MS });
      const what = `call "${tool}", past its deadline,`;
      const settled = await subject.outcome(what, () => adapter.call(tool, args, context));
      holds(isFailure(settled), `call "${tool}" had ${SHORT_MS} ms, took longer, and succeeded all the same.`);
    },
  },
];
