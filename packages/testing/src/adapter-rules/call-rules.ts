import { isDeepStrictEqual } from "node:util";
import { isObject, isToolResult, type Json, resultValue, type ToolResult, toToolResult } from "@agent-tools/contract";
import { compileSchema } from "@agent-tools/schema";
import type { AdapterSubject, ExampleCall } from "../adapter-subject.js";
import { jsonFault } from "../json-fault.js";
import { holds, onlyWhere, type Rule } from "../rule.js";
import { exampleResult, isFailure } from "./example-call.js";
import { absentNames, listedTools } from "./list-rules.js";

/** What a block of each type must hold (MCP 2025-11-25, ContentBlock). */
const blockFields: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["data", "mimeType"],
  audio: ["data", "mimeType"],
  resource_link: ["uri", "name"],
};

/** What must hold of calls that run to their end. */
export const callRules: readonly Rule<AdapterSubject>[] = [
  {
    id: "call-listed",
    sentence: "what can be called is listed, and its schema admits the arguments",
    async check(subject) {
      const tools = await listedTools(subject, await subject.create());
      for (const { tool: name, arguments: args = {} } of subject.calls) {
        const tool = tools.find((listed) => listed.name === name);
        holds(tool, `"${name}" is not listed.`);
        const issues = compileSchema(tool.inputSchema).check(args);
        holds(issues.length === 0, `inputSchema of "${name}" refuses the example: ${JSON.stringify(issues)}`);
      }
    },
  },
  {
    id: "call-succeeds",
    sentence: "a good call succeeds, with the answer that was expected",
    async check(subject) {
      const adapter = await subject.create();
      for (const example of subject.calls) {
        const result = toToolResult(await exampleResult(subject, adapter, example));
        holds(result.isError !== true, `call "${example.tool}" answered with a failure: ${JSON.stringify(result)}`);
        if (example.answer === undefined) continue;
        const answer = resultValue(result);
        const seen = `call "${example.tool}" answered ${JSON.stringify(answer)}`;
        holds(isDeepStrictEqual(answer, example.answer), `${seen}, not ${JSON.stringify(example.answer)}.`);
      }
    },
  },
  {
    id: "result-json",
    sentence: "a result is JSON, or nothing",
    async check(subject) {
      const adapter = await subject.create();
      for (const example of subject.calls) {
        const result = await exampleResult(subject, adapter, example);
        const fault = result === undefined ? undefined : jsonFault(result);
        holds(fault === undefined, `In the result of "${example.tool}": ${fault}.`);
      }
    },
  },
  {
    id: "content-whole",
    sentence: "each content block of a result has what its type needs",
    async check(subject) {
      const adapter = await subject.create();
      for (const example of subject.calls) {
        const result = await exampleResult(subject, adapter, example);
        if (!isToolResult(result)) continue;
        for (const [index, block] of result.content.entries()) {
          const lacks = (blockFields[block.type] ?? []).filter((field) => typeof block[field] !== "string");
          const missing = block.type === "resource" && !isObject(block["resource"]) ? ["resource"] : lacks;
          holds(missing.length === 0, `content[${index}] of "${example.tool}" lacks ${missing.join(", ")}.`);
        }
      }
    },
  },
  {
    id: "output-schema-kept",
    sentence: "where an output schema is listed, the structured content fits it",
    async check(subject) {
      const adapter = await subject.create();
      const tools = await listedTools(subject, adapter);
      const withSchema = subject.calls.flatMap((example) => {
        const schema = tools.find(({ name }) => name === example.tool)?.outputSchema;
        return schema === undefined ? [] : [{ example, schema }];
      });
      onlyWhere(withSchema.length > 0, "no example calls a tool with an output schema");
      for (const { example, schema } of withSchema) {
        const { structuredContent } = toToolResult(await exampleResult(subject, adapter, example));
        holds(structuredContent !== undefined, `The result of "${example.tool}" has no structured content.`);
        const issues = compileSchema(schema).check(structuredContent);
        holds(issues.length === 0, `outputSchema of "${example.tool}" refuses the result: ${JSON.stringify(issues)}`);
      }
    },
  },
  {
    id: "arguments-kept",
    sentence: "a call leaves its arguments as they were",
    async check(subject) {
      const adapter = await subject.create();
      for (const { tool, arguments: args = {} } of subject.calls) {
        const given = structuredClone(args);
        await subject.value(`call "${tool}"`, () => adapter.call(tool, given, subject.context()));
        holds(isDeepStrictEqual(given, args), `call "${tool}" changed its arguments to ${JSON.stringify(given)}.`);
      }
    },
  },
  {
    id: "calls-apart",
    sentence: "calls at the same time each get their own answer",
    async check(subject) {
      const adapter = await subject.create();
      const alone = new Map<ExampleCall, Json>();
      for (const example of subject.calls.filter(({ answer }) => answer !== undefined)) {
        alone.set(example, resultValue(toToolResult(await exampleResult(subject, adapter, example))));
      }
      const canTell = new Set([...alone.values()].map((answer) => JSON.stringify(answer))).size > 1;
      onlyWhere(canTell, "it takes two example calls with different answers");
      const together = [1, 2, 3, 4].flatMap(() => [...alone.keys()]);
      const results = await Promise.all(together.map((example) => exampleResult(subject, adapter, example)));
      for (const [index, example] of together.entries()) {
        const answer = resultValue(toToolResult(results[index]));
        const seen = `Among ${together.length} calls at once "${example.tool}" answered ${JSON.stringify(answer)}`;
        const expected = alone.get(example);
        holds(isDeepStrictEqual(answer, expected), `${seen}, and alone ${JSON.stringify(expected)}.`);
      }
    },
  },
  {
    id: "unknown-tool-refused",
    sentence: "a call of a tool that is not listed is refused",
    async check(subject) {
      const adapter = await subject.create();
      for (const name of await absentNames(subject, adapter)) {
        const settled = await subject.outcome(`call "${name}"`, () => adapter.call(name, {}, subject.context()));
        holds(isFailure(settled), `call "${name}" succeeded, and no such tool is listed.`);
      }
    },
  },
  {
    id: "failure-told",
    sentence: "a call that fails says so: it throws, or answers with isError and words",
    async check(subject) {
      const { failingCall } = subject;
      onlyWhere(failingCall, "no failingCall was given");
      const adapter = await subject.create();
      const { tool, arguments: args = {} } = failingCall;
      const settled = await subject.outcome(`call "${tool}"`, () => adapter.call(tool, args, subject.context()));
      if (!settled.isDone) return;
      const { isError, content } = toToolResult(settled.value);
      holds(isError === true, `call "${tool}" was meant to fail and answered ${JSON.stringify(settled.value)}.`);
      holds(content.some(hasWords), `call "${tool}" failed without a word.`);
    },
  },
  {
    id: "dispatch-told",
    sentence: "an adapter that reports dispatches says dispatched() in a call that is sent",
    async check(subject) {
      const adapter = await subject.create();
      onlyWhere(adapter.reportsDispatch === true, "the adapter does not report dispatches");
      const contexts = subject.calls.map((example) => ({ example, context: subject.context() }));
      for (const { example, context } of contexts) await exampleResult(subject, adapter, example, context);
      const isTold = contexts.some(({ context }) => context.isDispatched());
      holds(isTold, "No example call said dispatched(): take reportsDispatch away, or say it.");
    },
  },
  {
    id: "dispatch-true",
    sentence: "a call whose signal is aborted already is not sent, and does not say dispatched()",
    async check(subject) {
      const adapter = await subject.create();
      onlyWhere(adapter.reportsDispatch === true, "the adapter does not report dispatches");
      for (const { tool, arguments: args = {} } of subject.calls) {
        const context = subject.context({ signal: AbortSignal.abort() });
        await subject.outcome(`call "${tool}" with an aborted signal`, () => adapter.call(tool, args, context));
        holds(!context.isDispatched(), `call "${tool}" was aborted before it began, and said dispatched().`);
      }
    },
  },
];

function hasWords(block: ToolResult["content"][number]): boolean {
  return block.type !== "text" || (typeof block["text"] === "string" && block["text"].trim() !== "");
}
