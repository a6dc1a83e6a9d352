import { setTimeout as delay } from "node:timers/promises";
import type { Adapter } from "@agent-tools/contract";
import type { AdapterSubject, SettledWork } from "../adapter-subject.js";
import { holds, onlyWhere } from "../rule.js";
import { exampleResult } from "./example-call.js";

/** A slow call that has begun. */
export interface SlowCall {
  readonly adapter: Adapter;
  readonly tool: string;
  readonly settled: Promise<SettledWork<unknown>>;
}

/** A call that never says `dispatched()` is taken to be under way after this many milliseconds. */
const UNDER_WAY_MS = 50;

/**
 * The slow call, under way: sent, where the adapter says so. A good call comes before it, so that what is only made at the
 * first call (a connection, a process) is there.
 */
export async function slowCallUnderWay(subject: AdapterSubject, what: string, signal?: AbortSignal): Promise<SlowCall> {
  onlyWhere(subject.slowCall, "no slowCall was given");
  const { tool, arguments: args = {} } = subject.slowCall;
  const adapter = await subject.create();
  await exampleResult(subject, adapter, subject.calls[0]);
  let sent: () => void = () => {};
  const dispatched = new Promise<void>((resolve) => {
    sent = resolve;
  });
  const context = subject.context({ dispatched: sent, ...(signal && { signal }) });
  const settled = subject.outcome(`call "${tool}", ${what},`, () => adapter.call(tool, args, context));
  settled.catch(() => {});
  const early = await Promise.race([settled, adapter.reportsDispatch === true ? dispatched : delay(UNDER_WAY_MS)]);
  holds(!early, `call "${tool}" was over before anything could be done to it: give a slower slowCall.`);
  return { adapter, tool, settled };
}
