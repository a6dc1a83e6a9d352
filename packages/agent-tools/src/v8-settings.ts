import { setFlagsFromString } from "node:v8";

/** How much garbage V8 lets gather, in percent of what is in use, before it collects it. Its own choice is up to 300. */
const GARBAGE_PERCENT = 60;

/**
 * How much of a function runs before the V8 of Node 20 optimizes it, in bytes of bytecode; its own choice is 67,584. A session's
 * program mostly ends after some dozens of calls, which the lower number makes dearer; a server goes on.
 */
const interruptBudgets = { session: 30_000, server: 5_000 } as const;

/** How long the program lives: as long as one client's session, or from session to session. */
export type Life = keyof typeof interruptBudgets;

/** For a process that lives long beside others: little garbage is kept. */
export function keepLittleGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
}

/** For what runs from here on, which will run again: what only a start runs is not worth it. Node 22 and later gain nothing. */
export function optimizeSooner(life: Life): void {
  if (process.versions.v8.startsWith("11.3.")) setFlagsFromString(`--interrupt-budget=${interruptBudgets[life]}`);
}
