import { type Adapter, isToolResult } from "@agent-tools/contract";
import type { AdapterSubject, CountedContext, ExampleCall, SettledWork } from "../adapter-subject.js";

/** The result of an example call, which has to succeed. */
export async function exampleResult(
  subject: AdapterSubject,
  adapter: Adapter,
  example: ExampleCall,
  context: CountedContext = subject.context(),
): Promise<unknown> {
  const args = structuredClone(example.arguments ?? {});
  return subject.value(`call "${example.tool}"`, () => adapter.call(example.tool, args, context));
}

/** True where a call threw, or answered that it failed. */
export function isFailure(settled: SettledWork<unknown>): boolean {
  return !settled.isDone || (isToolResult(settled.value) && settled.value.isError === true);
}
