import { closeSync, mkdirSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { ToolError } from "@agent-tools/contract";

/** What talks to SQLite: the `better-sqlite3` package, or what Node has built in from 22.13 on. */
export type SqliteDriver = "better-sqlite3" | "node:sqlite";

/** A prepared statement, as far as both drivers have it. */
export interface Statement {
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  run(...values: readonly unknown[]): { readonly changes: number | bigint };
}

/** An open database, as far as both drivers have it. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  /** What says whether a transaction is open: the one is better-sqlite3's, the other Node's. */
  readonly inTransaction?: boolean;
  readonly isTransaction?: boolean;
  close(): void;
}

const require = createRequire(import.meta.url);

const drivers: Readonly<Record<SqliteDriver, (file: string) => Database>> = {
  "better-sqlite3": (file) => new (require("better-sqlite3") as new (file: string) => Database)(file),
  "node:sqlite": (file) => {
    const { DatabaseSync } = require("node:sqlite") as { DatabaseSync: new (file: string) => Database };
    return new DatabaseSync(file);
  },
};

/**
 * The database in a file, which is made where there is none, for its owner's eyes only. Throws `invalid_configuration`
 * where no driver loads: better-sqlite3's binary was not built, or for another version of Node, and Node has none.
 */
export function openDatabase(file: string, driver?: SqliteDriver): Database {
  const failures: string[] = [];
  for (const name of driver ? [driver] : (Object.keys(drivers) as SqliteDriver[])) {
    const failure = driverProblem(name);
    if (failure === undefined) return openFile(file, drivers[name]);
    failures.push(`${name}: ${failure}`);
  }
  throw new ToolError("invalid_configuration", `No SQLite driver loads here. ${failures.join(" ")}`, {
    hint: "Install better-sqlite3 anew with its install script allowed (npm rebuild better-sqlite3), for which a binary is fetched or built with Python, make and a C++ compiler; or use Node 22.13 or later, which has SQLite built in.",
  });
}

/** Why a driver cannot be used in this process, or undefined where it can. */
export function driverProblem(driver: SqliteDriver): string | undefined {
  const known = problems.get(driver);
  if (known !== undefined) return known.problem;
  let problem: string | undefined;
  try {
    drivers[driver](":memory:").close();
  } catch (error) {
    problem = `${(error as Error).message.replace(/\s+/g, " ").slice(0, 300)}.`;
  }
  problems.set(driver, { problem });
  return problem;
}

/** What was found out about each driver: it does not change while the process lives. */
const problems = new Map<SqliteDriver, { readonly problem: string | undefined }>();

function openFile(file: string, open: (file: string) => Database): Database {
  const path = resolve(file);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
    return open(path);
  } catch (error) {
    throw new ToolError("invalid_configuration", `The store "${path}" cannot be opened: ${(error as Error).message}.`, {
      hint: "Give a path that this process may read and write.",
      cause: error,
    });
  }
}
