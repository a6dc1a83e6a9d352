import { type Caller, type ErrorCode, type Target, ToolError, targetName } from "@agent-tools/contract";
import type { CallEnd } from "@agent-tools/runtime";

/** When a tool's circuit opens, so that its calls are refused at once. */
export interface CircuitOptions {
  /** Failures in a row: what could not be reached, took too long or lost its answer. What a tool reports itself is none. */
  readonly failures: number;
  /** How long it stays open, in milliseconds. Then one call is let through, and its end decides. */
  readonly coolDownMs: number;
}

/** One circuit for each tool of a workspace. */
export interface Circuits {
  /** Throws `upstream_unavailable` while the tool's circuit is open, else answers with what to tell it at the end. */
  enter(target: Target, caller: Caller): (end: CallEnd) => void;
}

interface Circuit {
  failures: number;
  openUntil: number;
  isProbed: boolean;
}

const failing: ReadonlySet<ErrorCode | undefined> = new Set(["upstream_unavailable", "timeout", "unknown_outcome"]);
const ran: ReadonlySet<CallEnd["status"]> = new Set(["done", "failed"]);

/** Tools beyond so many that fail at once: the one that began to fail first is forgotten. */
const MOST_CIRCUITS = 10_000;

/** Circuits that are all closed. */
export function createCircuits({ failures, coolDownMs }: CircuitOptions): Circuits {
  const circuits = new Map<string, Circuit>();

  const failed = (key: string) => {
    const circuit = circuits.get(key) ?? { failures: 0, openUntil: 0, isProbed: false };
    circuit.failures += 1;
    circuit.isProbed = false;
    if (circuit.failures >= failures) circuit.openUntil = Date.now() + coolDownMs;
    circuits.set(key, circuit);
    if (circuits.size > MOST_CIRCUITS) circuits.delete(circuits.keys().next().value as string);
  };

  return {
    enter(target, { workspace }) {
      const { kind, name } = targetName(target);
      const key = JSON.stringify([workspace, target.plugin, kind, name]);
      const circuit = circuits.get(key);
      const wait = circuit ? (circuit.isProbed ? coolDownMs : circuit.openUntil - Date.now()) : 0;
      if (circuit && wait > 0) {
        const words = `${kind} "${name}" of plugin "${target.plugin}" failed ${circuit.failures} times in a row and is left alone for now.`;
        throw new ToolError("upstream_unavailable", words, { retryAfterMs: wait });
      }
      const isProbe = circuit !== undefined && circuit.failures >= failures;
      if (isProbe) circuit.isProbed = true;
      return ({ status, code }) => {
        if (failing.has(code) && status !== "refused") failed(key);
        else if (ran.has(status)) circuits.delete(key);
        else if (isProbe) circuit.isProbed = false;
      };
    },
  };
}
