import { type Adapter, localCaller, ToolError } from "@agent-tools/contract";
import { secretScrubber } from "@agent-tools/runtime";
import { type AdapterSubject, type SettledWork, wordsOf } from "../adapter-subject.js";
import { holds, onlyWhere, type Rule } from "../rule.js";
import { exampleResult, isFailure } from "./example-call.js";
import { absentNames, listedTools } from "./list-rules.js";

/** What must hold where an adapter asks for secrets. */
export const secretRules: readonly Rule<AdapterSubject>[] = [
  {
    id: "secrets-silent",
    sentence: "no secret shows in definitions, results, errors or logs, raw or encoded",
    async check(subject) {
      const secrets = Object.entries(subject.secrets);
      onlyWhere(secrets.length > 0, "no secrets were given");
      const seen = [...(await everythingSaid(subject)), ...subject.said];
      for (const [name, secret] of secrets) {
        const { add, text } = secretScrubber();
        add(secret);
        const shown = seen.find((said) => {
          const written = JSON.stringify(said) ?? "";
          return text(written) !== written;
        });
        holds(
          shown === undefined,
          `The secret "${name}" shows in ${subject.said.includes(shown) ? "a log" : "an answer"}.`,
        );
      }
    },
  },
  {
    id: "secret-missing-told",
    sentence: "a call whose secret is not set is refused before it is sent, with the secret's name",
    async check(subject) {
      const adapter = await subject.create();
      let isAsked = false;
      for (const { tool, arguments: args = {} } of subject.calls) {
        const context = subject.context({ secrets: {} });
        const settled = await subject.outcome(`call "${tool}" without secrets`, () =>
          adapter.call(tool, args, context),
        );
        const [name] = context.secretsAsked;
        if (name === undefined) continue;
        isAsked = true;
        holds(isFailure(settled), `call "${tool}" succeeded without the secret "${name}" that it asked for.`);
        holds(!context.isDispatched(), `call "${tool}" was sent without the secret "${name}".`);
        holds(
          JSON.stringify(told(settled)).includes(name),
          `The refusal of "${tool}" does not name the secret "${name}".`,
        );
      }
      onlyWhere(isAsked, "no example call asks for a secret");
    },
  },
  {
    id: "secrets-per-caller",
    sentence: "a secret serves only the caller whom it was handed out for",
    async check(subject) {
      const adapter = await subject.create();
      let isAsked = false;
      for (const example of subject.calls) {
        const { tool, arguments: args = {} } = example;
        const context = subject.context();
        await exampleResult(subject, adapter, example, context);
        if (context.secretsAsked.size === 0) continue;
        isAsked = true;
        const other = subject.context({ secrets: {}, caller: localCaller({ caller: "another" }) });
        const settled = await subject.outcome(`call "${tool}"`, () => adapter.call(tool, args, other));
        holds(isFailure(settled), `call "${tool}" used one caller's secret for another.`);
      }
      onlyWhere(isAsked, "no example call asks for a secret");
    },
  },
];

/** All that can be read of what a piece of work ended with. */
function told(settled: SettledWork<unknown>): unknown {
  if (settled.isDone) return settled.value;
  const { error } = settled;
  if (ToolError.is(error)) return [error.toJSON(), wordsOf(error.cause)];
  return error instanceof Error ? [error.message, wordsOf(error.cause), { ...error }] : error;
}

async function everythingSaid(subject: AdapterSubject): Promise<readonly unknown[]> {
  const adapter: Adapter = await subject.create();
  const said: unknown[] = [await listedTools(subject, adapter)];
  const add = async (what: string, work: () => unknown) => said.push(told(await subject.outcome(what, work)));
  const examples = [...subject.calls, ...(subject.failingCall ? [subject.failingCall] : [])];
  for (const { tool, arguments: args = {} } of examples) {
    await add(`call "${tool}"`, () => adapter.call(tool, args, subject.context()));
    await add(`search "${tool}"`, () => adapter.search?.(tool, 10, subject.context()));
    await add(`describe "${tool}"`, () => adapter.describe?.(tool, subject.context()));
  }
  for (const name of await absentNames(subject, adapter)) {
    await add(`call "${name}"`, () => adapter.call(name, {}, subject.context()));
  }
  await add("discoverContext", () => adapter.discoverContext?.(subject.context()));
  await add("health", () => adapter.health?.());
  return said;
}
