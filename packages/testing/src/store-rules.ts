import { isDeepStrictEqual } from "node:util";
import { compareKeys, type Json, type Store, type StoreKey } from "@agent-tools/contract";
import { holds, type Rule } from "./rule.js";

/** What the rules for stores look at: an empty store, and how long to wait for what has to happen by itself. */
export interface StoreSubject {
  readonly store: Store;
  readonly patienceMs: number;
}

const values: readonly Json[] = [
  null,
  false,
  0,
  -0.5,
  Number.MAX_SAFE_INTEGER,
  "",
  'quotes " and \\ and \u2028 and 😀',
  [],
  [[1], {}],
  { "": { nested: [null, { deep: true }] }, constructor: "a", __proto: 1 },
];

const awkwardKeys: readonly StoreKey[] = [
  [""],
  ["", ""],
  ["a", "b"],
  ["a/b"],
  ["a:b"],
  ['a","b'],
  ["a\u0000b"],
  ["a%2Fb"],
  ["*"],
  ["_"],
  ["constructor"],
  ["__proto__"],
  ["é"],
  ["e\u0301"],
  ["😀"],
];

/** Every rule for stores. */
export const storeRules: readonly Rule<StoreSubject>[] = [
  {
    id: "starts-empty",
    sentence: "a new store is empty: get answers undefined, delete false, list nothing",
    async check({ store }) {
      holds((await store.get(["absent"])) === undefined, "get answered something for a key that was never set.");
      holds((await store.delete(["absent"])) === false, "delete said that it removed a key that was never set.");
      holds((await store.list([])).length === 0, "The new store lists entries.");
    },
  },
  {
    id: "values-kept",
    sentence: "every JSON value comes back as it was, with its key and version",
    async check({ store }) {
      for (const value of values) {
        const version = await store.set(["value"], value);
        const entry = await store.get(["value"]);
        const seen = `${JSON.stringify(value)} came back as ${JSON.stringify(entry)}`;
        holds(entry && isDeepStrictEqual(entry.value, value), `${seen}.`);
        holds(isDeepStrictEqual([...entry.key], ["value"]) && entry.version === version, `${seen}, set as ${version}.`);
      }
    },
  },
  {
    id: "large-kept",
    sentence: "a value of a megabyte comes back whole",
    async check({ store }) {
      const value = "0123456789abcdef".repeat(65_536);
      await store.set(["large"], value);
      holds((await store.get(["large"]))?.value === value, "It came back changed.");
    },
  },
  {
    id: "values-copied",
    sentence: "a value is kept as it was when it was given, whatever is done to the object later",
    async check({ store }) {
      const given = { list: [1] };
      await store.set(["copied"], given);
      given.list.push(2);
      const first = await store.get(["copied"]);
      holds(
        first && isDeepStrictEqual(first.value, { list: [1] }),
        "Changing the object that was given changed the entry.",
      );
      (first.value as { list: number[] }).list.push(3);
      const [listed] = await store.list(["copied"]);
      holds(
        isDeepStrictEqual(listed?.value, { list: [1] }),
        "Changing the object that was answered changed the entry.",
      );
    },
  },
  {
    id: "keys-apart",
    sentence: "keys of different segments are different, whatever characters they have",
    async check({ store }) {
      for (const [index, key] of awkwardKeys.entries()) await store.set(key, index);
      for (const [index, key] of awkwardKeys.entries()) {
        const entry = await store.get(key);
        holds(entry?.value === index, `The key ${JSON.stringify(key)} answers with another key's value.`);
        holds(isDeepStrictEqual([...entry.key], key), `The key ${JSON.stringify(key)} came back changed.`);
      }
    },
  },
  {
    id: "versions-new",
    sentence: "each write has a version that the key never had, also after it was deleted",
    async check({ store }) {
      const seen = new Set<string | undefined>();
      for (let round = 0; round < 3; round += 1) {
        for (const value of [1, 1]) seen.add(await store.set(["versioned"], value));
        await store.delete(["versioned"]);
      }
      holds(seen.size === 6 && !seen.has(undefined), `6 writes had ${seen.size} versions.`);
    },
  },
  {
    id: "set-if-version",
    sentence: "a write with ifVersion happens only where the entry still has that version",
    async check({ store }) {
      const first = await store.set(["conditional"], 1);
      const second = await store.set(["conditional"], 2, { ifVersion: first as string });
      holds(second !== undefined, "A write with the entry's version was refused.");
      const stale = await store.set(["conditional"], 3, { ifVersion: first as string });
      const entry = await store.get(["conditional"]);
      holds(stale === undefined && entry?.value === 2, "A write with an older version was made.");
      await store.delete(["conditional"]);
      const gone = await store.set(["conditional"], 4, { ifVersion: second });
      const isThere = (await store.get(["conditional"])) !== undefined;
      holds(gone === undefined && !isThere, "A write with the version of a deleted entry was made.");
    },
  },
  {
    id: "set-if-absent",
    sentence: "a write with ifVersion null happens only where there is no entry",
    async check({ store }) {
      holds((await store.set(["only-once"], 1, { ifVersion: null })) !== undefined, "The first write was refused.");
      const again = await store.set(["only-once"], 2, { ifVersion: null });
      const entry = await store.get(["only-once"]);
      holds(again === undefined && entry?.value === 1, "It was written over an entry that was there.");
    },
  },
  {
    id: "writes-atomic",
    sentence: "of many conditional writes at once exactly one happens",
    async check({ store }) {
      const racers = Array.from({ length: 20 }, (_, index) => index);
      const made = await Promise.all(racers.map((racer) => store.set(["race"], racer, { ifVersion: null })));
      const winners = racers.filter((racer) => made[racer] !== undefined);
      const entry = await store.get(["race"]);
      holds(
        entry && winners.length === 1 && entry.value === winners[0],
        `${winners.length} of 20 created the same entry.`,
      );
      const version = entry.version;
      const next = await Promise.all(racers.map((racer) => store.set(["race"], racer, { ifVersion: version })));
      const count = next.filter((made) => made !== undefined).length;
      holds(count === 1, `${count} of 20 writes with one version were made.`);
    },
  },
  {
    id: "delete-told",
    sentence: "delete removes an entry once, and says so",
    async check({ store }) {
      await store.set(["deleted"], 1);
      await store.set(["deleted", "below"], 2);
      holds((await store.delete(["deleted"])) === true, "delete did not say that it removed an entry.");
      holds((await store.get(["deleted"])) === undefined, "The entry is still there.");
      holds((await store.delete(["deleted"])) === false, "A second delete said that it removed the entry again.");
      holds((await store.get(["deleted", "below"])) !== undefined, "An entry below the deleted key is gone, too.");
    },
  },
  {
    id: "delete-if-version",
    sentence: "a delete with a version happens only where the entry still has it, and once",
    async check({ store }) {
      const first = (await store.set(["consumed"], 1)) as string;
      const second = (await store.set(["consumed"], 2)) as string;
      const isStaleMade = await store.delete(["consumed"], first);
      holds(!isStaleMade && (await store.get(["consumed"])) !== undefined, "It was deleted by an older version.");
      const made = await Promise.all(Array.from({ length: 20 }, () => store.delete(["consumed"], second)));
      const count = made.filter(Boolean).length;
      holds(count === 1, `${count} of 20 deletes of one version said that they removed it.`);
    },
  },
  {
    id: "list-below",
    sentence: "list answers exactly the entries whose keys begin with the prefix, segment by segment",
    async check({ store }) {
      const keys = [["a"], ["a", "b"], ["a", "b", "c"], ["a", "bc"], ["ab"], ["b"], ["%"], ["a%", "x"], ["A", "b"]];
      for (const key of keys) await store.set(key, key.length);
      for (const prefix of [[], ["a"], ["a", "b"], ["b"], ["c"], ["%"], ["A"]]) {
        const expected = keys.filter((key) => prefix.every((segment, index) => key[index] === segment));
        await holdsListed(store, prefix, expected.sort(compareKeys));
      }
      const [{ value } = { value: undefined }] = await store.list(["a", "b", "c"]);
      holds(value === 3, "list answered an entry without its value.");
    },
  },
  {
    id: "list-ordered",
    sentence: "list is in the order of the keys, segment by segment, by UTF-16 code unit",
    async check({ store }) {
      const keys = [
        ["b"],
        ["a", "z"],
        ["a"],
        ["a!"],
        ["B"],
        ["10"],
        ["9"],
        ["é"],
        ["z"],
        ["\uFFFD"],
        ["😀"],
        ["a", ""],
      ];
      for (const key of keys) await store.set(["order", ...key], 0);
      await holdsListed(store, ["order"], keys.map((key) => ["order", ...key]).sort(compareKeys));
    },
  },
  {
    id: "list-paged",
    sentence: "list goes on after a key, which need not be there, and stops at the limit",
    async check({ store }) {
      for (const name of ["a", "c", "d", "e"]) await store.set(["page", name], 0);
      await holdsListed(
        store,
        ["page"],
        [
          ["page", "a"],
          ["page", "c"],
        ],
        { limit: 2 },
      );
      await holdsListed(
        store,
        ["page"],
        [
          ["page", "d"],
          ["page", "e"],
        ],
        { after: ["page", "c"] },
      );
      await holdsListed(store, ["page"], [["page", "c"]], { after: ["page", "b"], limit: 1 });
      await holdsListed(store, ["page"], [], { after: ["page", "e"] });
      await holdsListed(store, ["page"], [], { limit: 0 });
    },
  },
  {
    id: "expiry-kept",
    sentence: "an entry is gone when it expires, for every way to look",
    async check({ store, patienceMs }) {
      const version = (await store.set(["brief"], 1, { expiresInMs: 20 })) as string;
      const until = Date.now() + patienceMs;
      while ((await store.get(["brief"])) !== undefined) {
        holds(Date.now() < until, `An entry with 20 ms to live was still there after ${patienceMs} ms.`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      holds((await store.list([])).length === 0, "list still answers an entry that get no longer does.");
      holds((await store.delete(["brief"])) === false, "delete says that it removed an expired entry.");
      const stale = await store.set(["brief"], 2, { ifVersion: version });
      holds(stale === undefined, "A write with the version of an expired entry was made.");
      const created = await store.set(["brief"], 3, { ifVersion: null });
      holds(created !== undefined, "An expired entry still stands in the way of a new one.");
    },
  },
  {
    id: "expiry-not-early",
    sentence: "an entry that expires later is there, and a write without expiry takes the expiry away",
    async check({ store, patienceMs }) {
      await store.set(["hour"], 1, { expiresInMs: 3_600_000 });
      await store.set(["month"], 1, { expiresInMs: 31 * 24 * 3_600_000 });
      await store.set(["kept"], 1, { expiresInMs: 20 });
      await store.set(["kept"], 2);
      await store.set(["witness"], 1, { expiresInMs: 20 });
      const until = Date.now() + patienceMs;
      while ((await store.get(["witness"])) !== undefined && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      for (const name of ["hour", "month", "kept"]) {
        holds((await store.get([name])) !== undefined, `The entry "${name}" was gone too early.`);
      }
    },
  },
];

async function holdsListed(
  store: Store,
  prefix: StoreKey,
  expected: readonly StoreKey[],
  options?: { readonly after?: StoreKey; readonly limit?: number },
): Promise<void> {
  const listed = (await store.list(prefix, options)).map(({ key }) => [...key]);
  const seen = `list(${JSON.stringify(prefix)}, ${JSON.stringify(options ?? {})}) answered ${JSON.stringify(listed)}`;
  holds(isDeepStrictEqual(listed, expected), `${seen}, not ${JSON.stringify(expected)}.`);
}
