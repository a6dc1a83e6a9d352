import { durableStoreSuite, storeSuite } from "@agent-tools/testing";
import { describe, test } from "vitest";
import { sqliteStore } from "../src/index.js";
import { drivers } from "./drivers.js";
import { newPlace, program, removePlacesAfterAll } from "./place.js";

removePlacesAfterAll();

describe.each(drivers)("a store in a file, by $driver", ({ driver, problem }) => {
  if (problem !== undefined) return test.skip(`cannot run here: ${problem}`, () => {});

  storeSuite({ test, create: () => sqliteStore({ file: newPlace(), driver }) });
  durableStoreSuite({
    test,
    place: newPlace,
    open: (file) => sqliteStore({ file, driver }),
    writer: (file) => program("writer.ts", file, driver),
  });
});

test("one driver at least can be tried here", () => {
  // On Node 20 only better-sqlite3, which needs its binary: without a compiler and without network there is none.
});
