import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, rmdir, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolError } from "@agent-tools/contract";

/** What tells one state of a file from another, or undefined where there is no file. */
export async function fileStamp(path: string): Promise<string | undefined> {
  try {
    const { mode, mtimeMs, size, ino } = await stat(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new ToolError("invalid_configuration", `Others than its owner may use ${path}.`, {
        hint: `Take that away: chmod 600 ${path}`,
      });
    }
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The text of a file that is there. Throws `invalid_configuration` where it cannot be read. */
export async function readPrivate(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new ToolError("invalid_configuration", `${path} cannot be read: ${(cause as Error).message}.`, { cause });
  }
}

/** Writes a file whole or not at all, readable for its owner only from the first byte on. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const beside = `${path}.${randomUUID()}`;
  try {
    const file = await open(beside, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** The new name outlives a loss of power too, where the system can promise that. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const STALE_MS = 10_000;
/** Whoever works says so this often, however long somebody takes to give the passphrase. */
const RENEW_MS = 2_000;
const WAIT_MS = 20_000;

/** Runs work while nobody else, in this process or another, runs work on the same file. A lock of a dead one lasts 10 s. */
export async function exclusively<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  const until = Date.now() + WAIT_MS;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (;;) {
    try {
      await mkdir(lock, { mode: 0o700 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const since = await stat(lock).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - since > STALE_MS) await rmdir(lock).catch(() => {});
    if (Date.now() > until) {
      throw new ToolError("timeout", `Somebody else has been writing to ${path} for ${WAIT_MS / 1000} s.`, {
        hint: `If nobody is, remove ${lock}.`,
      });
    }
    await sleep(10 + Math.random() * 20);
  }
  const renewal = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => {}), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await rmdir(lock).catch(() => {});
  }
}
