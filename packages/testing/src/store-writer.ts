import type { Store } from "@agent-tools/contract";

/** One thing that a store has answered to a writer in a process of its own. */
export type Acknowledged =
  | { readonly did: "wrote"; readonly writer: string; readonly index: number }
  | { readonly did: "took"; readonly writer: string; readonly index: number }
  | { readonly did: "counted"; readonly version: string };

/** What a writer writes under an index: long enough that half of it would show. */
export function writtenValue(index: number): { readonly index: number; readonly text: string } {
  return { index, text: `${index} `.repeat(800) };
}

/**
 * The child's part of `durableStoreSuite`: writes, takes and counts until the process is killed, and prints a line of JSON for
 * whatever the store has answered. Call it in a program that opens the store at the place it is given.
 */
export async function storeWriter(store: Store): Promise<never> {
  const writer = crypto.randomUUID();
  const say = (line: Acknowledged) => process.stdout.write(`${JSON.stringify(line)}\n`);
  for (let index = 0; ; index += 1) {
    await store.set(["written", writer, String(index)], writtenValue(index), { ifVersion: null });
    say({ did: "wrote", writer, index });
    const version = await store.set(["taken", writer, String(index)], index, { ifVersion: null });
    if (await store.delete(["taken", writer, String(index)], version)) say({ did: "took", writer, index });
    const counter = await store.get(["counter"]);
    const counted = await store.set(["counter"], Number(counter?.value ?? 0) + 1, {
      ifVersion: counter?.version ?? null,
    });
    if (counted !== undefined) say({ did: "counted", version: counted });
    // Nothing that was asked of it in one turn may count on the next.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
