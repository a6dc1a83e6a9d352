// node measure-import.mjs IMPORTER FILE: imports one document in a process of its own and prints what that took, every
// schema included: `{ tools, cpuSeconds, peakMb }`, or `{ error }`.
import { importers, readAll } from "./importers.mjs";

const [, , importer, file] = process.argv;
const print = console.log;
// Some peers log to standard output.
console.log = console.error = console.warn = console.info = () => {};
try {
  const { tools } = await importers[importer](file);
  readAll(tools);
  const { user, system } = process.cpuUsage();
  const peakMb = process.resourceUsage().maxRSS / 1024;
  print(JSON.stringify({ tools: tools.length, cpuSeconds: (user + system) / 1e6, peakMb }));
} catch (error) {
  print(JSON.stringify({ error: String(error?.message ?? error).split("\n")[0] }));
}
process.exit(0);
