import { setFlagsFromString } from "node:v8";

/** How much garbage V8 lets gather, in percent of what is in use, before it collects it. Its own choice is up to 300. */
const GARBAGE_PERCENT = 60;

/**
 * What makes V8 optimize what runs often about ten times sooner, by V8's version: those of Node 20 and 22 run thousands of calls
 * before they do. That of Node 24 needs nothing.
 */
const soonerFlags: Readonly<Record<string, string>> = {
  "11.3": "--interrupt-budget=5000",
  "12.4": "--invocation-count-for-turbofan=300",
};

/** For a process that lives long beside others: little garbage is kept. */
export function keepLittleGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
}

/** From here on everything that runs is what will run again; before it, this would optimize what runs at the start alone. */
export function optimizeSooner(): void {
  const [version = ""] = /^\d+\.\d+/.exec(process.versions.v8) ?? [];
  const flag = soonerFlags[version];
  if (flag) setFlagsFromString(flag);
}
