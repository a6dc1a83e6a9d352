import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { shown } from "./canaries.js";

// A program that tells its environment, in pieces and in every form; with `wait` it says that it runs, and stays.
const [, , how = "echo", marker = ""] = process.argv;
const values = Object.values(process.env).filter((value) => value !== undefined);
const text = JSON.stringify({
  arguments: process.argv,
  values,
  forms: values.filter((value) => value.length > 20).map(shown),
});

if (how === "wait") {
  writeFileSync(marker, String(process.pid));
  await sleep(60_000);
}
const out = how === "fail" ? process.stderr : process.stdout;
for (let at = 0; at < text.length; at += 1_001) {
  out.write(text.slice(at, at + 1_001));
  await sleep(1);
}
process.exitCode = how === "fail" ? 7 : 0;
