import { execFile } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inspect, promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../src/database.js";
import { sqliteStore } from "../src/index.js";
import { drivers } from "./drivers.js";
import { newPlace, program, removePlacesAfterAll } from "./place.js";

removePlacesAfterAll();

const usable = drivers.filter(({ problem }) => problem === undefined).map(({ driver }) => driver);

// A machine without a compiler and without the place that binaries come from has none on Node 20; CI has a compiler.
test.skipIf(!process.env["CI"])("a driver loads where the tests are run for a release", () => {
  expect(usable, JSON.stringify(drivers)).not.toEqual([]);
});

test("where no driver loads, the error says why and what to do", () => {
  const absent = drivers.find(({ problem }) => problem !== undefined);
  if (!absent) return expect(usable).toHaveLength(2);
  expect(() => sqliteStore({ file: newPlace(), driver: absent.driver })).toThrowError(
    expect.objectContaining({
      code: "invalid_configuration",
      message: expect.stringContaining(absent.driver),
      hint: expect.stringContaining("npm rebuild better-sqlite3"),
    }),
  );
});

describe.skipIf(usable.length === 0)("the file", () => {
  test("and its folder are its owner's alone, and so is what SQLite puts beside it", async () => {
    const file = newPlace();
    const store = sqliteStore({ file });
    await store.set(["a"], 1);
    const modes = [file, `${file}-wal`, `${file}-shm`, dirname(file)].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o700]);
    await store.close();
  });

  test("is the same for every driver, and entries outlive the store", async () => {
    const file = newPlace();
    const keys = [["a\u0000b", ""], ["a"], ["\uD800", "😀"], []];
    const first = sqliteStore({ file, ...(usable[0] && { driver: usable[0] }) });
    for (const [index, key] of keys.entries()) await first.set(key, { index, text: "\uD800 \u2028" });
    await first.close();
    const second = sqliteStore({ file, ...(usable.at(-1) && { driver: usable.at(-1) as "node:sqlite" }) });
    for (const [index, key] of keys.entries()) {
      expect(await second.get(key)).toMatchObject({ key, value: { index, text: "\uD800 \u2028" } });
    }
    await second.close();
  });

  test("can be made by several processes at once", { timeout: 60_000 }, async () => {
    const file = newPlace();
    const [command, ...args] = program("open.ts", file);
    await Promise.all(Array.from({ length: 4 }, () => promisify(execFile)(command, args)));
    const store = sqliteStore({ file });
    expect(await store.list(["opened"])).toHaveLength(4);
    await store.close();
  });

  test("that is no database, another program's, or of a later layout is refused and left as it is", () => {
    const text = newPlace();
    sqliteStore({ file: text }).close();
    writeFileSync(text, "not a database, and long enough to be looked at as one".repeat(50));
    expect(() => sqliteStore({ file: text })).toThrowError(expect.objectContaining({ code: "invalid_configuration" }));

    const foreign = newPlace();
    sqliteStore({ file: newPlace() }).close();
    const other = openDatabase(foreign);
    other.exec("CREATE TABLE theirs (a)");
    other.close();
    expect(() => sqliteStore({ file: foreign })).toThrowError(/database of something else/);

    const later = newPlace();
    sqliteStore({ file: later }).close();
    const raised = openDatabase(later);
    raised.exec("PRAGMA user_version = 9");
    raised.close();
    expect(() => sqliteStore({ file: later })).toThrowError(/layout 9/);
  });

  test("whose tables are gone is refused; an entry that is damaged is an error that does not quote it", async () => {
    const file = newPlace();
    const store = sqliteStore({ file });
    await store.set(["a"], "kept");
    const other = openDatabase(file);
    other.exec("UPDATE entries SET value = 'canary-of-a-secret'");
    for (const reading of [() => store.get(["a"]), () => store.list([])]) {
      const error: unknown = await reading().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "internal", message: expect.stringContaining("is damaged") });
      expect(inspect(error)).not.toContain("canary");
    }
    await store.close();
    other.exec("DROP TABLE entries");
    other.close();
    expect(() => sqliteStore({ file })).toThrowError(
      expect.objectContaining({ code: "invalid_configuration", message: expect.stringContaining("no such table") }),
    );
  });

  test("that cannot be made is refused with its path", () => {
    expect(() => sqliteStore({ file: "/dev/null/state.sqlite" })).toThrowError(/"\/dev\/null\/state.sqlite"/);
  });

  test("a closed store refuses, and may be closed again", async () => {
    const store = sqliteStore({ file: newPlace() });
    await store.close();
    await store.close();
    await expect(store.get(["a"])).rejects.toMatchObject({ code: "closed" });
    await expect(store.set(["a"], 1)).rejects.toMatchObject({ code: "closed" });
    await expect(store.list([])).rejects.toMatchObject({ code: "closed" });
  });

  test("a write that another process holds up longer than busyMs is an error, and nothing was written", async () => {
    const file = newPlace();
    const store = sqliteStore({ file, busyMs: 10 });
    const other = openDatabase(file);
    other.exec("BEGIN IMMEDIATE");
    await expect(store.set(["a"], 1)).rejects.toMatchObject({
      code: "internal",
      message: expect.stringMatching(/locked/),
    });
    other.exec("ROLLBACK");
    other.close();
    expect(await store.get(["a"])).toBeUndefined();
    expect(await store.set(["a"], 1)).toBeDefined();
    await store.close();
  });

  test("expired entries leave the file", async () => {
    const file = newPlace();
    const store = sqliteStore({ file, synchronous: "normal" });
    for (let index = 0; index < 20; index += 1) await store.set(["brief", String(index)], 0, { expiresInMs: 1 });
    await expect.poll(() => store.get(["brief", "19"])).toBeUndefined();
    for (let index = 0; index < 500; index += 1) await store.set(["kept"], index);
    const database = openDatabase(file);
    expect(database.prepare("SELECT count(*) AS n FROM entries").get()).toMatchObject({ n: 1 });
    database.close();
    await store.close();
  });
});
