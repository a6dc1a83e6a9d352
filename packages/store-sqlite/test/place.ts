import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folders: string[] = [];

/** After the test file that calls this, its folders are gone. */
export function removePlacesAfterAll(): void {
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
}

/** A file that is not there yet, in a folder of its own. */
export function newPlace(): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-tools-sqlite-"));
  folders.push(folder);
  return join(folder, "deep", "state.sqlite");
}

const onSources = ["--conditions=@agent-tools/source", "--import", "tsx"];

/** The command that runs a program of this folder on the sources. */
export function program(name: string, ...args: string[]): [string, ...string[]] {
  return [process.execPath, ...onSources, join(import.meta.dirname, name), ...args];
}
