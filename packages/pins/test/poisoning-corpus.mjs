import { readFileSync } from "node:fs";

/** The cases of a corpus file, one JSON object a line. */
export function readCases(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

/**
 * Runs each case against the product `{ approve, compareLock, emptyLock, isFlagged, pinnableTools, scanDefinition }`. Answers
 * with a row per case: `{ id, kind, label, isRight, seen }`. A definition is right where it is flagged and poisoned, or neither;
 * a change is right where the pin breaks as it should.
 */
export function runPoisoningCorpus(cases, product) {
  return cases.map((item) => (item.kind === "diff" ? changeRow(item, product) : definitionRow(item, product)));
}

function definitionRow({ id, kind, label, tool, context, findings = [] }, product) {
  const found = product.scanDefinition(tool, context);
  const isFlagged = product.isFlagged(found);
  const classes = found.map((finding) => `${finding.class} (${finding.severity})`);
  const unnamed = findings.filter((name) => !found.some((finding) => finding.class === name));
  return {
    id,
    kind,
    label,
    isFlagged,
    isRight: isFlagged === (label === "poisoned"),
    seen: classes.join(", "),
    unnamed,
  };
}

function changeRow({ id, kind, label, before, after, expect }, product) {
  const pin = (tool) => product.pinnableTools("server", [tool]);
  const lock = product.approve(product.emptyLock, pin(before));
  // A lock is a file: what it says has to survive being written.
  const report = product.compareLock(JSON.parse(JSON.stringify(lock)), pin(after));
  // A tool of another name is a new one, and the one that was approved is gone.
  const isBroken = report.entries.some(({ state }) => state !== "approved") || report.missing.length > 0;
  const severity = isBroken ? (report.severity ?? "review") : "none";
  return {
    id,
    kind,
    label,
    isBroken,
    isRight: isBroken === expect.pinBroken,
    severity,
    expected: expect.severity,
    seen: severity,
  };
}
