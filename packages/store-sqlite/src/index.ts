export type { SqliteDriver } from "./database.js";
export { type SqliteStoreOptions, sqliteStore } from "./sqlite-store.js";
