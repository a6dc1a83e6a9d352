import { storeWriter } from "@agent-tools/testing/store-writer";
import { fileStore } from "./file-store.js";

await storeWriter(fileStore(process.argv[2] ?? ""));
