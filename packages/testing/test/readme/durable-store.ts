import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { durableStoreSuite } from "@agent-tools/testing";
import { fileStore } from "./file-store.js";

durableStoreSuite({
  test,
  place: () => join(tmpdir(), `store-${randomUUID()}`),
  open: (place) => fileStore(place),
  writer: (place) => [process.execPath, ...process.execArgv, join(import.meta.dirname, "writer.ts"), place],
});
