// How well agents find what a host has: --host FILE, a module whose default export is a Runtime, the options of one, or a
// function that gives either; --queries FILE, one JSON object a line: { "query": "...", "expect": ["prefix:name", ...] }.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRuntime } from "@agent-tools/runtime";
import { discoverability } from "@agent-tools/testing";
import { table } from "./measure.mjs";

export async function run({ host, queries }) {
  if (typeof host !== "string" || typeof queries !== "string") {
    throw new Error("Say what to ask: --host FILE (a module that gives a runtime) and --queries FILE (JSON Lines).");
  }
  const given = (await import(pathToFileURL(resolve(host)).href)).default;
  const made = typeof given === "function" ? await given() : given;
  const runtime = typeof made?.discover === "function" ? made : await createRuntime(made);
  try {
    const found = await discoverability(runtime, golden(resolve(queries)));
    const { missed, ambiguous, deadLinks, ...figures } = found;
    table([figures]);
    for (const { query, missing, found: instead } of missed)
      console.log(
        `\nnot among the first 5: ${missing.join(", ")}\n  ${query}\n  found: ${instead.join(", ") || "nothing"}`,
      );
    if (ambiguous.length > 0)
      console.log(`\nnames alike:\n${ambiguous.map((names) => `  ${names.join(", ")}`).join("\n")}`);
    if (deadLinks.length > 0) console.log(`\ndead links:\n${deadLinks.map((link) => `  ${link}`).join("\n")}`);
    return {
      bench: "discoverability",
      ...figures,
      missed: missed.length,
      ambiguous: ambiguous.length,
      deadLinks: deadLinks.length,
    };
  } finally {
    await runtime.close();
  }
}

function golden(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, position) => {
    if (line.trim() === "") return [];
    const { query, expect } = JSON.parse(line);
    if (typeof query === "string" && Array.isArray(expect)) return [{ query, expect }];
    throw new Error(`${file}, line ${position + 1}: a line is { "query": "...", "expect": ["prefix:name"] }.`);
  });
}
