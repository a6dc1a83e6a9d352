import { driverProblem, type SqliteDriver } from "../src/database.js";

/** Every driver, and why it cannot be tried in this process, where it cannot. */
export const drivers: readonly { readonly driver: SqliteDriver; readonly problem: string | undefined }[] = (
  ["better-sqlite3", "node:sqlite"] as const
).map((driver) => ({ driver, problem: driverProblem(driver) }));
