import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import { canonicalJson } from "@agent-tools/schema";

/** What was approved of one tool or skill. */
export interface Pin {
  /** The digest of what a model reads. */
  readonly model: string;
  /** The digests of what a call needs, by field. */
  readonly needs: Readonly<Record<string, string>>;
  /** What a model read when it was approved: what a change is compared with. */
  readonly definition: JsonObject;
}

/** The pins of one plugin, by name. */
export interface PluginPins {
  readonly tools: Readonly<Record<string, Pin>>;
  readonly skills: Readonly<Record<string, Pin>>;
}

/** The contents of `tools.lock.json`: by plugin, everything that was approved. */
export interface Lock {
  readonly lockVersion: 1;
  readonly plugins: Readonly<Record<string, PluginPins>>;
}

/** A lock in which nothing is approved yet. */
export const emptyLock: Lock = { lockVersion: 1, plugins: {} };

/** The lock in a file; an empty one where there is no such file. Throws `invalid_configuration` where it is no lock, or cannot be read. */
export async function readLock(path: string): Promise<Lock> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return emptyLock;
    throw wrong(path, `cannot be read: ${(error as Error).message}`, error);
  }
  return parseLock(text, path);
}

/** Writes a lock whole or not at all, its keys in order, so that two approvals merge by lines. */
export async function writeLock(path: string, lock: Lock): Promise<void> {
  const beside = `${path}.${randomUUID()}`;
  try {
    await writeFile(beside, `${JSON.stringify(JSON.parse(canonicalJson(lock)), null, 2)}\n`, { flag: "wx" });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function parseLock(text: string, path: string): Lock {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw wrong(path, "is no JSON", cause);
  }
  if (!isObject(value) || value["lockVersion"] !== 1) throw wrong(path, "has no lockVersion 1");
  const { plugins } = value;
  if (!isObject(plugins)) throw wrong(path, "has no plugins");
  for (const [plugin, pins] of Object.entries(plugins)) {
    for (const kind of ["tools", "skills"]) {
      const named = isObject(pins) ? pins[kind] : undefined;
      if (!isObject(named)) throw wrong(path, `has no ${kind} for plugin "${plugin}"`);
      for (const [name, pin] of Object.entries(named)) {
        if (!isPin(pin)) throw wrong(path, `has a pin that is none: ${plugin}, ${kind}, "${name}"`);
      }
    }
  }
  return value as unknown as Lock;
}

function isPin(pin: unknown): boolean {
  if (!isObject(pin) || typeof pin["model"] !== "string" || !isObject(pin["definition"])) return false;
  const { needs } = pin;
  return isObject(needs) && Object.values(needs).every((digest) => typeof digest === "string");
}

function wrong(path: string, words: string, cause?: unknown): ToolError {
  return new ToolError("invalid_configuration", `${path} ${words}.`, {
    hint: "Take the file from version control again, or delete it and approve anew.",
    cause,
  });
}
