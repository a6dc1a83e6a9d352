import { isDeepStrictEqual } from "node:util";
import type { Store } from "@agent-tools/contract";
import { holds, type Rule } from "./rule.js";
import { type Acknowledged, writtenValue } from "./store-writer.js";

/** A writer in a process of its own. */
export interface RunningWriter {
  /** Resolves when the store has answered it that many times more. */
  answered(times: number): Promise<void>;
  /** Kills the process (SIGKILL), and resolves to all that the store had answered it. */
  kill(): Promise<readonly Acknowledged[]>;
}

/** What the rules for durable stores look at: one place, which outlives whoever has it open. */
export interface DurableStoreSubject {
  open(): Promise<Store>;
  startWriter(): RunningWriter;
}

const ROUNDS = 2;

/** Kills a writer a few times, each time somewhere else, and gives what it was answered and the store as the next one finds it. */
async function afterKills(
  { open, startWriter }: DurableStoreSubject,
  look: (store: Store, seen: readonly Acknowledged[]) => Promise<void>,
): Promise<void> {
  const seen: Acknowledged[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const writer = startWriter();
    await writer.answered(10 + Math.floor(Math.random() * 80));
    seen.push(...(await writer.kill()));
    const store = await open();
    try {
      await look(store, seen);
    } finally {
      await store.close?.();
    }
  }
}

/** Every rule for stores that outlive their process. */
export const durableStoreRules: readonly Rule<DurableStoreSubject>[] = [
  {
    id: "kill-keeps-writes",
    sentence: "what set has answered is there after the writer is killed, and nothing is there in part",
    check: (subject) =>
      afterKills(subject, async (store, seen) => {
        for (const { writer, index } of seen.filter((line) => line.did === "wrote")) {
          const entry = await store.get(["written", writer, String(index)]);
          holds(entry, `The ${index}th write was answered, and its entry is not there after the kill.`);
        }
        for (const { key, value } of await store.list(["written"])) {
          holds(
            isDeepStrictEqual(value, writtenValue(Number(key[2]))),
            `The entry ${JSON.stringify(key)} is not whole.`,
          );
        }
      }),
  },
  {
    id: "kill-keeps-deletes",
    sentence: "what delete has answered is gone after the writer is killed",
    check: (subject) =>
      afterKills(subject, async (store, seen) => {
        for (const { writer, index } of seen.filter((line) => line.did === "took")) {
          const entry = await store.get(["taken", writer, String(index)]);
          holds(entry === undefined, `The ${index}th entry was taken, and is there again after the kill.`);
        }
      }),
  },
  {
    id: "kill-keeps-versions",
    sentence: "a key never gets a version again that it had before the writer was killed",
    check: (subject) =>
      afterKills(subject, async (store, seen) => {
        const before = seen.flatMap((line) => (line.did === "counted" ? [line.version] : []));
        holds(new Set(before).size === before.length, "Two writes of one key had one version.");
        const counter = await store.get(["counter"]);
        const next = await store.set(["counter"], counter?.value ?? 0);
        holds(next !== undefined && !before.includes(next), `The version ${next} was there before the kill.`);
      }),
  },
  {
    id: "processes-agree",
    sentence: "of two processes that write one entry with one version, one does",
    async check({ open, startWriter }) {
      const writers = [startWriter(), startWriter()];
      await Promise.all(writers.map((writer) => writer.answered(150)));
      const seen = (await Promise.all(writers.map((writer) => writer.kill()))).flat();
      const counted = seen.filter(({ did }) => did === "counted").length;
      const store = await open();
      try {
        const value = Number((await store.get(["counter"]))?.value);
        // One more for each writer that was killed between the write and its answer.
        const isRight = value >= counted && value <= counted + writers.length;
        holds(
          isRight,
          `${counted} writes were answered, each one higher than the one before, and ${value} was reached.`,
        );
      } finally {
        await store.close?.();
      }
    },
  },
];
