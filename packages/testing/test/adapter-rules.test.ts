import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AdapterSubjectOptions } from "../src/adapter-subject.js";
import { adapterRules, checkAdapterRule } from "../src/adapter-suite.js";
import { isNotApplicable } from "../src/rule.js";
import { adapterMutants, leftTimers, mutant } from "./adapter-mutants.js";
import { healthyAdapter, subjectOptions } from "./healthy-adapter.js";

beforeAll(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});

afterAll(() => {
  vi.restoreAllMocks();
  for (const timer of leftTimers) clearInterval(timer);
});

const ids = adapterRules.map(({ id }) => id);

/** The rules that fail, each with what was seen, and those that had nothing to look at. */
async function verdict(create: AdapterSubjectOptions["create"], options = subjectOptions) {
  const broken: Record<string, string> = {};
  const skipped: string[] = [];
  for (const rule of adapterRules) {
    try {
      await checkAdapterRule(rule, { ...options, create });
    } catch (error) {
      if (isNotApplicable(error)) skipped.push(rule.id);
      else broken[rule.id] = (error as Error).message;
    }
  }
  return { broken, skipped };
}

describe("the rules for adapters", () => {
  test("each has an id of its own and a sentence", () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, sentence } of adapterRules) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(sentence).toMatch(/^[a-z].*[^.]$/i);
    }
  });

  test("an adapter with every member keeps all of them, and none is skipped", async () => {
    expect(await verdict(healthyAdapter)).toEqual({ broken: {}, skipped: [] });
  });

  test("a plain class with the five methods and no contexts keeps all that apply to it", async () => {
    class Plain {
      readonly #tools = [{ name: "shout", inputSchema: { type: "object" } }];
      async listTools() {
        return { tools: structuredClone(this.#tools) };
      }
      async search(query: string) {
        return { query, matches: query.includes("shout") ? [{ name: "shout" }] : [] };
      }
      async describe(name: string) {
        return this.#find(name);
      }
      async call(name: string, { text }: { text: string }) {
        return `${this.#find(name).name} ${text.toUpperCase()}`;
      }
      async discoverContext() {
        return {};
      }
      #find(name: string) {
        const tool = this.#tools.find((tool) => tool.name === name);
        if (!tool) throw new Error(`No tool ${name}.`);
        return structuredClone(tool);
      }
    }
    const call = { tool: "shout", arguments: { text: "hey" }, answer: "shout HEY" };
    const { broken, skipped } = await verdict(() => new Plain(), { call });
    expect(broken).toEqual({});
    expect(skipped).toEqual([
      "effect-known",
      "output-schema-kept",
      "calls-apart",
      "failure-told",
      "dispatch-told",
      "dispatch-true",
      "aborted-during",
      "deadline-kept",
      "secrets-silent",
      "secret-missing-told",
      "secrets-per-caller",
      "search-limited",
      "health-told",
      "resources-read",
      "prompts-listed",
      "close-repeated",
      "closed-settles",
      "close-ends-calls",
    ]);
  });

  test("each has a mutant", () => {
    expect(Object.keys(adapterMutants)).toEqual(ids);
  });

  test.each(ids)("the mutant of %s breaks that rule and no other", async (id) => {
    const { broken } = await verdict(mutant(id));
    expect(Object.keys(broken), JSON.stringify(broken, null, 2)).toEqual([id]);
  });
});
