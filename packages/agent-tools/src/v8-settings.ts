import { setFlagsFromString } from "node:v8";

/** How much garbage V8 lets gather, in percent of what is in use, before it collects it. Its own choice is up to 300. */
const GARBAGE_PERCENT = 60;

/** How much of a function runs before the V8 of Node 20 optimizes it, in bytes of bytecode. Its own choice is 67,584. */
const INTERRUPT_BUDGET = 30_000;

/** For a process that lives long beside others: little garbage is kept. */
export function keepLittleGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
}

/** For what runs from here on, which will run again: what only a start runs is not worth it. Node 22 and later gain nothing. */
export function optimizeSooner(): void {
  if (process.versions.v8.startsWith("11.3.")) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}
