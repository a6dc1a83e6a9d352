import { ToolError } from "@agent-tools/contract";
import type { Database } from "./database.js";

/** How a database is set up when it is opened. */
export interface FileSettings {
  readonly file: string;
  readonly synchronous: "full" | "normal";
  readonly busyMs: number;
}

/** "ATst", so that `file` and SQLite tell whose database this is. */
const APPLICATION_ID = 0x41_54_73_74;
const LAYOUT = 1;

const layout = `
  CREATE TABLE entries (key BLOB PRIMARY KEY, value TEXT NOT NULL, version INTEGER NOT NULL, expires_at INTEGER) STRICT, WITHOUT ROWID;
  CREATE INDEX expiring ON entries (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE versions (last INTEGER NOT NULL) STRICT;
  INSERT INTO versions VALUES (0);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${LAYOUT};
`;

/** Sets the database up, and lays the tables out where it is new. Throws `invalid_configuration` where it is not a store of this layout. */
export function prepareFile(database: Database, { file, synchronous, busyMs }: FileSettings): void {
  try {
    database.exec(`PRAGMA busy_timeout = ${Math.max(0, Math.trunc(busyMs))}`);
    const isNew = () => numberOf(database, "user_version") === 0 && numberOf(database, "schema_version") === 0;
    if (isNew()) {
      database.exec("PRAGMA journal_mode = WAL");
      // Another process may have been faster.
      database.exec("BEGIN IMMEDIATE");
      if (isNew()) database.exec(layout);
      database.exec("COMMIT");
    }
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
  } catch (error) {
    throw refused(file, `cannot be used: ${(error as Error).message}`, error);
  }
  if (numberOf(database, "application_id") !== APPLICATION_ID) throw refused(file, "is the database of something else");
  const found = numberOf(database, "user_version");
  if (found !== LAYOUT) throw refused(file, `has layout ${found}, and this version of the package knows ${LAYOUT}`);
}

function numberOf(database: Database, pragma: string): number {
  const row = database.prepare(`PRAGMA ${pragma}`).get() as Record<string, number>;
  return Number(Object.values(row)[0]);
}

function refused(file: string, words: string, cause?: unknown): ToolError {
  return new ToolError("invalid_configuration", `The store "${file}" ${words}.`, {
    hint: "Give a file of its own to the store.",
    cause,
  });
}
