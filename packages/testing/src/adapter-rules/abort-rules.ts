import { setTimeout as delay } from "node:timers/promises";
import { isToolResult } from "@agent-tools/contract";
import type { AdapterSubject } from "../adapter-subject.js";
import { holds, onlyWhere, type Rule } from "../rule.js";

/** A call that never says `dispatched()` is taken to be under way after this many milliseconds. */
const UNDER_WAY_MS = 50;

/** What must hold when an answer is no longer wanted. */
export const abortRules: readonly Rule<AdapterSubject>[] = [
  {
    id: "aborted-before",
    sentence: "with a signal that is aborted already, listing and calling settle",
    async check(subject) {
      const adapter = await subject.create();
      const signal = AbortSignal.abort();
      await subject.outcome("listTools", () => adapter.listTools(subject.context({ signal })));
      for (const { tool, arguments: args = {} } of [
        ...subject.calls,
        ...(subject.slowCall ? [subject.slowCall] : []),
      ]) {
        const what = `call "${tool}" with an aborted signal`;
        await subject.outcome(what, () => adapter.call(tool, args, subject.context({ signal })));
      }
    },
  },
  {
    id: "aborted-during",
    sentence: "a call that is under way ends when its signal is aborted",
    async check(subject) {
      onlyWhere(subject.slowCall, "no slowCall was given");
      const { tool, arguments: args = {} } = subject.slowCall;
      const adapter = await subject.create();
      const controller = new AbortController();
      let sent: () => void = () => {};
      const underWay = new Promise<void>((resolve) => {
        sent = resolve;
      });
      const context = subject.context({ signal: controller.signal, dispatched: sent });
      const running = subject.outcome(`call "${tool}", aborted under way,`, () => adapter.call(tool, args, context));
      running.catch(() => {});
      const first = await Promise.race([running, underWay, delay(UNDER_WAY_MS)]);
      holds(first === undefined, `call "${tool}" was over before it could be aborted: give a slower slowCall.`);
      controller.abort();
      const settled = await running;
      const isEnded = !settled.isDone || (isToolResult(settled.value) && settled.value.isError === true);
      holds(isEnded, `call "${tool}" was aborted under way and succeeded all the same.`);
    },
  },
  {
    id: "deadline-kept",
    sentence: "a call that takes too long ends at its deadline",
    async check(subject) {
      onlyWhere(subject.slowCall, "no slowCall was given");
      const { tool, arguments: args = {} } = subject.slowCall;
      const adapter = await subject.create();
      const context = subject.context({ timeoutMs: UNDER_WAY_MS });
      const settled = await subject.outcome(`call "${tool}", past its deadline,`, () =>
        adapter.call(tool, args, context),
      );
      const isEnded = !settled.isDone || (isToolResult(settled.value) && settled.value.isError === true);
      holds(isEnded, `call "${tool}" had ${UNDER_WAY_MS} ms, took longer, and succeeded all the same.`);
    },
  },
];
