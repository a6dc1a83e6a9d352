import { deepStrictEqual, rejects } from "node:assert";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { standaloneContext } from "@agent-tools/contract";
import { recordAdapter, replayAdapter } from "@agent-tools/testing";
import { wordAdapter } from "./word-adapter.js";

const file = join(mkdtempSync(join(tmpdir(), "agent-tools-")), "words.json");
const context = standaloneContext();
// #region use
// Once, against the real thing:
const recorded = recordAdapter(wordAdapter(), file);
await recorded.call("count_words", { text: "two words" }, context);

// From then on, without it:
const replayed = replayAdapter(file);
deepStrictEqual(await replayed.call("count_words", { text: "two words" }, context), { words: 2 });
await rejects(
  async () => replayed.call("count_words", { text: "other words" }, context),
  /has no call of "count_words"/,
);
// #endregion use
