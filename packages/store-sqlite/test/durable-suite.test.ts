import { durableStoreSuite } from "@agent-tools/testing";
import { describe, expect, test } from "vitest";
import { sqliteStore } from "../src/index.js";
import { drivers } from "./drivers.js";
import { durableMutants } from "./durable-mutants.js";
import { newPlace, program, removePlacesAfterAll } from "./place.js";

removePlacesAfterAll();

const usable = drivers.find(({ problem }) => problem === undefined)?.driver;

/** The suite's tests by id, as a runner gets them. */
function testsOf(mutant: string): ReadonlyMap<string, () => Promise<void>> {
  const tests = new Map<string, () => Promise<void>>();
  durableStoreSuite({
    test: (title, body) => tests.set(title.split(":")[0] as string, body),
    place: newPlace,
    open: (file) => sqliteStore({ file }),
    writer: (file) => program("writer.ts", file, String(usable), mutant),
  });
  return tests;
}

test("each rule of the durable suite has a mutant", () => {
  expect([...testsOf("").keys()]).toEqual(Object.keys(durableMutants));
});

describe.skipIf(usable === undefined)("the durable suite", () => {
  test.each(Object.keys(durableMutants))("finds the mutant of %s", { timeout: 60_000 }, async (id) => {
    await expect(testsOf(id).get(id)?.()).rejects.toThrow(/answered|taken|version/);
  });

  test("says what the writer said where it ends by itself", async () => {
    const tests = new Map<string, () => Promise<void>>();
    durableStoreSuite({
      test: (title, body) => tests.set(title.split(":")[0] as string, body),
      place: newPlace,
      open: (file) => sqliteStore({ file }),
      writer: () => [process.execPath, "--eval", "console.error('no such place'); process.exit(3)"],
    });
    await expect(tests.get("kill-keeps-writes")?.()).rejects.toThrow(/ended by itself.*no such place/s);
  });
});
