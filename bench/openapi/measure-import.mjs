// node measure-import.mjs IMPORTER FILE: imports one document in a process of its own and prints what that took up to tools
// that can be called, which is what every importer makes, and with the output schemas, which peers do not make:
// `{ tools, cpuSeconds, peakMb, withOutputs: { cpuSeconds, peakMb } }`, or `{ error }`.
import { importers, readInputs, readOutputs } from "./importers.mjs";

const [, , importer, file] = process.argv;
const print = console.log;
// Some peers log to standard output.
console.log = console.error = console.warn = console.info = () => {};
try {
  const { tools } = await importers[importer](file);
  readInputs(tools);
  const callable = spent();
  readOutputs(tools);
  print(JSON.stringify({ tools: tools.length, ...callable, withOutputs: spent() }));
} catch (error) {
  print(JSON.stringify({ error: String(error?.message ?? error).split("\n")[0] }));
}
process.exit(0);

function spent() {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024 };
}
