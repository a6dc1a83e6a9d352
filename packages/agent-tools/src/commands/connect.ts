import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import {
  clientNamed,
  configFile,
  connect,
  connected,
  disconnect,
  entryText,
  type ServerEntry,
  thisSystem,
} from "@agent-tools/client-configs";
import { ToolError } from "@agent-tools/contract";
import { isAddress } from "../arguments.js";
import { type CommandOptions, commandOptions } from "../command-options.js";
import { diagnose } from "../diagnose.js";

/** `agent-tools connect`: the change is shown, made, and tried. */
export async function runConnect(args: string[]): Promise<number> {
  const given = commandOptions(args);
  const { client: id, values, where } = given;
  const client = clientNamed(id);
  if (values.undo) {
    const change = await disconnect(id, values.name, where);
    process.stdout.write(change.diff);
    if (!values["dry-run"]) await change.apply();
    const isLeft = (await connected(id, values.name, where)) !== undefined;
    const now = isLeft ? `has the "${values.name}" again that it had before` : `no longer has "${values.name}"`;
    console.log(values["dry-run"] ? "Nothing was written." : `${change.file} ${now}.`);
    return 0;
  }
  const server = serverOf(given);
  if (values.print) {
    console.log(`In ${configFile(client, where)}:\n\n${entryText(id, server)}`);
    if (client.command) printCommand(client.command(server), server);
    return 0;
  }
  const change = await connect(id, server, where);
  process.stdout.write(change.diff || `${change.file} says so already.\n`);
  for (const warning of change.warnings) console.log(`Note: ${warning}`);
  if (values["dry-run"]) {
    console.log("Nothing was written.");
    return 0;
  }
  await change.apply();
  console.log(`${change.file} has "${server.name}". ${undoing(given)} takes it out again.`);
  console.log(client.after);
  console.log(`Logs of ${client.title}: ${client.logs(thisSystem())}`);
  if (values["no-verify"]) return 0;
  console.log("");
  return diagnose({ client, name: server.name, where, say: console.log });
}

/** The command that takes out what this one wrote. */
function undoing({ client, values: { name, project, file } }: CommandOptions): string {
  const words = ["agent-tools", "connect", client];
  if (name !== "agent-tools") words.push("--name", name);
  if (project) words.push("--project");
  if (file !== undefined) words.push("--file", file);
  return [...words, "--undo"].map(quoted).join(" ");
}

/** The client's own command, and what it says nothing of. */
function printCommand(words: readonly string[], { env = [], tokenVariable }: ServerEntry): void {
  const command = words.map(quoted).join(" ");
  console.log(`Or with the client's own command:\n\n  ${command}`);
  const missing = [...env, ...(tokenVariable === undefined ? [] : [tokenVariable])].filter(
    (name) => !command.includes(name),
  );
  if (missing.length > 0) console.log(`\nNote: the command says nothing of ${missing.join(", ")}; the entry does.`);
}

function serverOf({ values, program }: CommandOptions): ServerEntry {
  const { name, url, env } = values;
  // What would be left out unsaid.
  const besides =
    url === undefined ? values["token-env"] && "--token-env" : program.length > 0 ? "a program" : env && "--env";
  if (besides) {
    throw new ToolError(
      "invalid_configuration",
      `${besides} has no meaning ${url === undefined ? "without" : "beside"} --url.`,
      {
        hint: "A program gets variables by --env; an address has its token from the variable of --token-env.",
      },
    );
  }
  if (url !== undefined) {
    if (!isAddress(url)) {
      throw new ToolError("invalid_configuration", `--url "${url}" is no http or https address.`);
    }
    const token = values["token-env"];
    return { name, url, ...(token !== undefined && { tokenVariable: token }) };
  }
  const [command, ...args] = program;
  if (command === undefined) {
    throw new ToolError("invalid_configuration", "What is the client to be connected to?", {
      hint: 'Give the program behind "--" (agent-tools connect codex -- node host.mjs), or --url with an address.',
    });
  }
  return { name, command: found(command), args: args.map(absolute), ...(env !== undefined && { env }) };
}

/** Clients start programs from folders and with paths of their own: only absolute names are sure to be found. */
function found(command: string): string {
  if (isAbsolute(command)) return command;
  if (command.includes("/") || command.includes("\\")) return resolve(command);
  const extensions = process.platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const files = folders.flatMap((folder) => extensions.map((extension) => join(folder, command + extension)));
  const file = files.find((candidate) => existsSync(candidate));
  if (file) return file;
  throw new ToolError("invalid_configuration", `There is no program "${command}" on PATH.`);
}

function absolute(argument: string): string {
  const isFile = !argument.startsWith("-") && /[./\\]/.test(argument) && existsSync(argument);
  return isFile ? resolve(argument) : argument;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
