import { isDeepStrictEqual } from "node:util";
import { type Adapter, effects, isObject, type Tool } from "@agent-tools/contract";
import { compileSchema } from "@agent-tools/schema";
import { type AdapterSubject, wordsOf } from "../adapter-subject.js";
import { jsonFault } from "../json-fault.js";
import { holds, onlyWhere, type Rule } from "../rule.js";

/** The tools that an adapter lists. */
export async function listedTools(subject: AdapterSubject, adapter: Adapter): Promise<readonly Tool[]> {
  const answer = await subject.value("listTools", () => adapter.listTools(subject.context()));
  holds(isObject(answer) && Array.isArray(answer.tools), "listTools must answer { tools: [...] }.");
  return answer.tools;
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** What must hold of the tools that an adapter lists. */
export const listRules: readonly Rule<AdapterSubject>[] = [
  {
    id: "tools-listed",
    sentence: "listTools answers { tools } with one tool at least, each an object with a name",
    async check(subject) {
      const tools = await listedTools(subject, await subject.create());
      holds(tools.length > 0, "It lists no tool.");
      for (const [index, tool] of tools.entries()) {
        const isNamed = isObject(tool) && typeof tool.name === "string" && tool.name.trim() !== "";
        holds(isNamed, `tools[${index}] has no name.`);
      }
    },
  },
  {
    id: "names-unique",
    sentence: "no two tools have one name",
    async check(subject) {
      const names = (await listedTools(subject, await subject.create())).map((tool) => tool?.name);
      const twice = names.filter((name, index) => name !== undefined && names.indexOf(name) !== index);
      holds(twice.length === 0, `Listed twice: ${twice.join(", ")}.`);
    },
  },
  {
    id: "definitions-json",
    sentence: "every definition is plain JSON",
    async check(subject) {
      for (const tool of await listedTools(subject, await subject.create())) {
        const fault = jsonFault(tool);
        holds(fault === undefined, `In the definition of "${tool.name}": ${fault}.`);
      }
    },
  },
  {
    id: "schemas-compile",
    sentence: "every schema is an object or a boolean, and compiles",
    async check(subject) {
      for (const tool of await listedTools(subject, await subject.create())) {
        for (const field of ["inputSchema", "outputSchema"] as const) {
          const schema = tool?.[field];
          if (schema === undefined) continue;
          holds(isObject(schema) || typeof schema === "boolean", `${field} of "${tool.name}" is no schema.`);
          const { problem } = compileSchema(schema);
          holds(problem === undefined, `${field} of "${tool.name}" does not compile: ${problem}`);
        }
      }
    },
  },
  {
    id: "input-is-object",
    sentence: "every input schema admits an object, since arguments are one",
    async check(subject) {
      for (const tool of await listedTools(subject, await subject.create())) {
        const type: unknown = isObject(tool?.inputSchema) ? tool.inputSchema["type"] : undefined;
        const admits = type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
        holds(admits && tool?.inputSchema !== false, `inputSchema of "${tool?.name}" admits no object.`);
      }
    },
  },
  {
    id: "list-stable",
    sentence: "listTools answers the same twice, in the same order",
    async check(subject) {
      const adapter = await subject.create();
      const first = copy(await listedTools(subject, adapter));
      const second = copy(await listedTools(subject, adapter));
      holds(isDeepStrictEqual(first, second), "The second list differs from the first.");
    },
  },
  {
    id: "list-kept",
    sentence: "a list that was handed out stays as it was",
    async check(subject) {
      const adapter = await subject.create();
      const tools = await listedTools(subject, adapter);
      const before = copy(tools);
      for (const { tool, arguments: args = {} } of subject.calls) {
        await subject.outcome(`call "${tool}"`, () => adapter.call(tool, copy(args), subject.context()));
      }
      await listedTools(subject, adapter);
      holds(isDeepStrictEqual(copy(tools), before), "A call changed the list that was answered before it.");
    },
  },
  {
    id: "describe-agrees",
    sentence: "describe answers what the list has",
    async check(subject) {
      const adapter = await subject.create();
      onlyWhere(adapter.describe, "the adapter has no describe");
      for (const tool of await listedTools(subject, adapter)) {
        const described = await subject.value(`describe "${tool.name}"`, () =>
          adapter.describe?.(tool.name, subject.context()),
        );
        const isSame = described !== undefined && isDeepStrictEqual(copy(described), copy(tool));
        holds(isSame, `describe answers something else than the list for "${tool.name}".`);
      }
    },
  },
  {
    id: "describe-refuses",
    sentence: "describe throws for a name that is not listed",
    async check(subject) {
      const adapter = await subject.create();
      onlyWhere(adapter.describe, "the adapter has no describe");
      for (const name of await absentNames(subject, adapter)) {
        const settled = await subject.outcome(`describe "${name}"`, () => adapter.describe?.(name, subject.context()));
        holds(!settled.isDone, `describe answered for "${name}", which is not listed.`);
      }
    },
  },
  {
    id: "effect-known",
    sentence: "effect answers read, write, destructive or nothing, for whatever name",
    async check(subject) {
      const adapter = await subject.create();
      onlyWhere(adapter.effect, "the adapter has no effect");
      const names = (await listedTools(subject, adapter)).map((tool) => tool.name);
      for (const name of [...names, ...(await absentNames(subject, adapter))]) {
        const settled = await subject.outcome(`effect "${name}"`, () => adapter.effect?.(name));
        holds(settled.isDone, `effect threw for "${name}"${settled.isDone ? "" : `: ${wordsOf(settled.error)}`}.`);
        const { value } = settled;
        holds(value === undefined || effects.includes(value), `effect of "${name}" is ${String(value)}.`);
      }
    },
  },
];

/** Names that the adapter does not list: an ordinary one, and those that every object of JavaScript answers to. */
export async function absentNames(subject: AdapterSubject, adapter: Adapter): Promise<readonly string[]> {
  const names = new Set((await listedTools(subject, adapter)).map((tool) => tool.name));
  return ["no-such-tool", "constructor", "__proto__"].filter((name) => !names.has(name));
}
