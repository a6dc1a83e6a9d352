import { appendFileSync } from "node:fs";
import type { Turn } from "./model-server.js";

/** What one client's model was shown, in tokens (characters of JSON / 4), turn by turn. */
export interface Measure {
  readonly client: string;
  readonly catalogue: string;
  readonly exposure: string;
  /** The first turn's tools that are the client's own, and those of the host. */
  readonly offered: string;
  readonly turns: readonly { readonly tools: number; readonly request: number }[];
}

/** Writes a measure down for scripts/test-clients.mjs, which prints them and keeps docs/clients.md. */
export function record(measure: Omit<Measure, "turns">, turns: readonly Pick<Turn, "toolTokens" | "tokens">[]): void {
  const file = process.env["AGENT_TOOLS_MEASURES"];
  if (!file) return;
  const sizes = turns.map(({ toolTokens, tokens }) => ({ tools: toolTokens, request: tokens }));
  appendFileSync(file, `${JSON.stringify({ ...measure, turns: sizes })}\n`);
}
