// node scripts/exec.mjs PACKAGE[:PROGRAM] …: installs what is missing, then runs a program of the workspace.
import { installed, run } from "./command.mjs";
import { install } from "./install.mjs";

const [program, ...args] = process.argv.slice(2);

await install();
process.exitCode = (await run([...installed(...program.split(":")), ...args], { live: true })).code;
