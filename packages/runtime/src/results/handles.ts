import { randomBytes } from "node:crypto";
import { type Caller, type Json, ToolError } from "@agent-tools/contract";

/** Keeps results that were too large to show, for the caller that got them, until they expire or make room. */
export interface Handles {
  /** The handle of the value: 128 random bits, 22 URL-safe characters. */
  keep(value: Json, bytes: number, caller: Caller): string;
  /** The value. Throws `unknown_target` where it is gone, or another caller's, which look alike. */
  get(handle: string, caller: Caller): Json;
}

interface Held {
  readonly value: Json;
  readonly bytes: number;
  readonly owner: string;
  readonly expiresAt: number;
}

const LIFE_MS = 15 * 60_000;
const MOST_BYTES_OF_ONE = 32 * 1024 * 1024;
const MOST_BYTES = 4 * MOST_BYTES_OF_ONE;

/** Handles in this process's memory: 15 minutes, 32 MiB a caller, 128 MiB in all; the oldest make room. */
export function createHandles(): Handles {
  const held = new Map<string, Held>();
  const shrink = (most: number, isCounted: (entry: Held) => boolean) => {
    let bytes = 0;
    for (const entry of held.values()) if (isCounted(entry)) bytes += entry.bytes;
    for (const [handle, entry] of held) {
      if (bytes <= most) return;
      if (!isCounted(entry)) continue;
      held.delete(handle);
      bytes -= entry.bytes;
    }
  };
  return {
    keep(value, bytes, caller) {
      const owner = ownerOf(caller);
      const now = Date.now();
      for (const [handle, { expiresAt }] of held) if (expiresAt <= now) held.delete(handle);
      const handle = randomBytes(16).toString("base64url");
      held.set(handle, { value, bytes, owner, expiresAt: now + LIFE_MS });
      shrink(MOST_BYTES_OF_ONE, (entry) => entry.owner === owner);
      shrink(MOST_BYTES, () => true);
      return handle;
    },
    get(handle, caller) {
      const entry = held.get(handle);
      if (entry && entry.owner === ownerOf(caller) && entry.expiresAt > Date.now()) return entry.value;
      throw new ToolError("unknown_target", `There is no result behind the handle "${handle}".`, {
        hint: "Results are kept for 15 minutes, and larger ones make room sooner: make the call again.",
      });
    },
  };
}

function ownerOf({ workspace, agent, caller }: Caller): string {
  return JSON.stringify([workspace, agent, caller]);
}
