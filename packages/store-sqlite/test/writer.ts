// node … writer.ts FILE DRIVER [MUTANT]: writes until it is killed.
import { storeWriter } from "@agent-tools/testing/store-writer";
import { type SqliteDriver, sqliteStore } from "../src/index.js";
import { durableMutants } from "./durable-mutants.js";

const [file = "", driver = "", mutant = ""] = process.argv.slice(2);
const store = sqliteStore({ file, driver: driver as SqliteDriver });
await storeWriter({ ...store, ...durableMutants[mutant]?.(store) });
