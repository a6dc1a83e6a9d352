import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { AuditSink } from "./audit-sink.js";

/** How a file is kept. */
export interface FileSinkOptions {
  /** A file that is larger than this, in bytes, is put aside and a new one begun. Default 10 MiB. */
  readonly maxBytes?: number;
  /** How many files that were put aside are kept, as `<path>.1` (the newest), `<path>.2` and so on. Default 5. */
  readonly keep?: number;
}

/**
 * Appends each event as one line of JSON, to a file that only its owner may read. An event is there when `write` resolves,
 * even if the process is killed then. One process to a file.
 */
export function fileSink(path: string, { maxBytes = 10 * 1024 * 1024, keep = 5 }: FileSinkOptions = {}): AuditSink {
  let file: { readonly handle: FileHandle; size: number } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  const close = async () => {
    const { handle } = file ?? {};
    file = undefined;
    await handle?.close();
  };
  const opened = async () => {
    if (file) return file;
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, "a+", 0o600);
    const { size } = await handle.stat();
    file = { handle, size };
    if (size > 0 && (await lastByte(handle, size)) !== NEWLINE) await endLine(file);
    return file;
  };
  const rotate = async () => {
    await close();
    await rm(`${path}.${keep}`, { force: true });
    for (let number = keep - 1; number >= 1; number -= 1)
      await renameIfThere(`${path}.${number}`, `${path}.${number + 1}`);
    if (keep > 0) await rename(path, `${path}.1`);
    else await rm(path, { force: true });
  };

  return {
    name: `file ${path}`,
    write: (event) =>
      inTurn(async () => {
        const line = Buffer.from(`${JSON.stringify(event)}\n`);
        const current = await opened();
        if (current.size > 0 && current.size + line.length > maxBytes) await rotate();
        const target = await opened();
        try {
          await target.handle.appendFile(line);
        } catch (error) {
          // Half a line would spoil the next one.
          await target.handle.truncate(target.size).catch(() => {});
          throw error;
        }
        target.size += line.length;
      }),
    close: () => inTurn(close),
  };
}

const NEWLINE = 10;

async function lastByte(handle: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}

/** Ends a line that a process which was killed has left in the middle. */
async function endLine(file: { readonly handle: FileHandle; size: number }): Promise<void> {
  await file.handle.appendFile("\n");
  file.size += 1;
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
