import * as product from "@agent-tools/pins";
import { readCases, runPoisoningCorpus } from "../packages/pins/test/poisoning-corpus.mjs";

const corpus = new URL("../packages/pins/test/corpus/tool-poisoning.jsonl", import.meta.url);

/** How many poisoned and benign definitions of the corpus `data` are flagged, and how many breaks of pins are found. */
export async function run({ data = corpus } = {}) {
  const rows = runPoisoningCorpus(readCases(data), product);
  const poisoned = rows.filter(({ kind, label }) => kind === "definition" && label === "poisoned");
  const benign = rows.filter(({ kind, label }) => kind === "definition" && label === "benign");
  const changes = rows.filter(({ kind }) => kind === "diff");
  const wrong = rows.filter(({ isRight }) => !isRight);
  const count = (list, is) => list.filter(is).length;
  console.table({
    "poisoned, flagged": { cases: poisoned.length, counted: count(poisoned, ({ isFlagged }) => isFlagged) },
    "benign, flagged": { cases: benign.length, counted: count(benign, ({ isFlagged }) => isFlagged) },
    "changes, pin right": { cases: changes.length, counted: count(changes, ({ isRight }) => isRight) },
    "changes, severity right": {
      cases: changes.length,
      counted: count(changes, (row) => row.severity === row.expected),
    },
  });
  for (const { id, label, seen } of wrong) console.log(`${id} (${label}): ${seen || "nothing found"}`);
  return {
    bench: "tool-poisoning",
    passed: rows.length - wrong.length,
    total: rows.length,
    poisonedFlagged: count(poisoned, ({ isFlagged }) => isFlagged) / (poisoned.length || 1),
    benignFlagged: count(benign, ({ isFlagged }) => isFlagged) / (benign.length || 1),
    pinsRight: count(changes, ({ isRight }) => isRight) / (changes.length || 1),
    failed: wrong.map(({ id }) => id),
  };
}
