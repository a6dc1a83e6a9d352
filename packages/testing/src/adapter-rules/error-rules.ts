import { errorCodes, ToolError } from "@agent-tools/contract";
import type { AdapterSubject } from "../adapter-subject.js";
import { holds, type Rule } from "../rule.js";
import { absentNames } from "./list-rules.js";

/** What must hold of what an adapter throws. */
export const errorRules: readonly Rule<AdapterSubject>[] = [
  {
    id: "errors-have-words",
    sentence: "what is thrown is an Error with words, and a ToolError's code is one of the table",
    async check(subject) {
      const adapter = await subject.create();
      const context = subject.context();
      const works: [what: string, work: () => unknown][] = [];
      for (const name of await absentNames(subject, adapter)) {
        works.push([`call "${name}"`, () => adapter.call(name, {}, context)]);
        if (adapter.describe) works.push([`describe "${name}"`, () => adapter.describe?.(name, context)]);
      }
      if (subject.failingCall) {
        const { tool, arguments: args = {} } = subject.failingCall;
        works.push([`call "${tool}"`, () => adapter.call(tool, args, context)]);
      }
      for (const [what, work] of works) {
        const settled = await subject.outcome(what, work);
        if (settled.isDone) continue;
        const { error } = settled;
        holds(error instanceof Error, `${what} threw ${JSON.stringify(error)}, which is no Error.`);
        const hasWords = error.message.trim() !== "" && !error.message.includes("[object Object]");
        holds(hasWords, `${what} threw an error that says nothing: ${JSON.stringify(error.message)}.`);
        const isKnown = !ToolError.is(error) || Object.hasOwn(errorCodes, error.code);
        holds(isKnown, `${what} threw a ToolError with a code that is not in the table: ${(error as ToolError).code}.`);
      }
    },
  },
];
