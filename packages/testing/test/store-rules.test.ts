import { memoryStore, type Store } from "@agent-tools/contract";
import { describe, expect, test } from "vitest";
import { storeSuite } from "../src/index.js";
import { storeRules } from "../src/store-rules.js";
import { checkStoreRule } from "../src/store-suite.js";
import { storeMutant, storeMutants } from "./store-mutants.js";

describe("a store in memory", () => {
  storeSuite({ test, create: memoryStore });
});

describe("the rules for stores", () => {
  const ids = storeRules.map(({ id }) => id);

  async function broken(create: () => Store): Promise<Record<string, string>> {
    const failures: Record<string, string> = {};
    for (const rule of storeRules) {
      await checkStoreRule(rule, { create, patienceMs: 250 }).catch((error: Error) => {
        failures[rule.id] = error.message;
      });
    }
    return failures;
  }

  test("each has an id of its own, a sentence and a mutant", () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(storeMutants)).toEqual(ids);
  });

  test.each(ids)("the mutant of %s breaks that rule and no other", async (id) => {
    const failures = await broken(() => storeMutant(id));
    expect(Object.keys(failures), JSON.stringify(failures, null, 2)).toEqual([id]);
  });

  test("a store is closed after each rule, also after one that fails", async () => {
    let closed = 0;
    const close = async (): Promise<void> => {
      closed += 1;
    };
    const create = (): Store => ({ ...storeMutant("large-kept"), close });
    expect(Object.keys(await broken(create))).toEqual(["large-kept"]);
    expect(closed).toBe(storeRules.length);
  });
});
