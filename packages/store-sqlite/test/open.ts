// node … open.ts FILE: opens the store, writes one entry under its own id, and says so.
import { sqliteStore } from "../src/index.js";

const store = sqliteStore({ file: process.argv[2] ?? "" });
await store.set(["opened", String(process.pid)], true);
await store.close();
console.log("opened");
