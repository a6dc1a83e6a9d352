#!/usr/bin/env node
import { createRequire } from "node:module";
import { errorCodes, ToolError } from "@agent-tools/contract";
import { split } from "./arguments.js";

type Command = (args: string[]) => Promise<number>;

/** Each is loaded when it is asked for. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  clients: async () => (await import("./commands/clients.js")).runClients,
  connect: async () => (await import("./commands/connect.js")).runConnect,
  doctor: async () => (await import("./commands/doctor.js")).runDoctor,
  http: async () => (await import("./commands/http.js")).runHttp,
  lock: async () => (await import("./commands/lock.js")).runLock,
  snippet: async () => (await import("./commands/snippet.js")).runSnippet,
  stdio: async () => (await import("./commands/stdio.js")).runStdio,
};

const usage = `agent-tools <command>

  connect <client> -- <program> [arguments]   write the server into the client's configuration, and try it
  connect <client> --url <address>            the same for a server that runs already
      --name <name>          what the client calls it (default: agent-tools)
      --env <NAME>           an environment variable that the program needs; only its name is written; repeatable
      --token-env <NAME>     the variable that holds the bearer token for the address
      --project              the project's file instead of your own
      --file <file>          another file
      --print                show the entry and the client's own command; write nothing
      --dry-run              show the change; write nothing
      --no-verify            do not try it afterwards
      --undo                 take it out again
  doctor <client>            start what the client is configured with, as the client would, and say what fails
  snippet <client>           what the server says to this client, for the AGENTS.md or the like of your project
      --skill                the same as a SKILL.md
  stdio <address>            one MCP server as it is, for a client that starts programs: it may restart meanwhile
  stdio -- <program> [arguments]              the same for a server that is a program
  http <address>, http -- <program>           the same for clients that take an address, on this machine only
      --port <port>          where: http://127.0.0.1:<port>/mcp (default: 8321)
      --token-env <NAME>     the variable that holds the bearer token for the address
  lock <file>                how the tools of a file of MCP servers stand to tools.lock.json
      --approve              approve them as they are now
      --frozen               for CI: fail where the lock does not say exactly what is there
      --file <file>          another lock file
  clients                    the clients, their files, and where each fact is from
  help, --version            this, and the version
`;

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    process.stdout.write(usage);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    const { version } = createRequire(import.meta.url)("../package.json") as { version: string };
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n${usage}`);
    return 2;
  }
  if (split(args).own.some((each) => each === "--help" || each === "-h")) {
    process.stdout.write(usage);
    return 0;
  }
  return (await command())(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { message, hint, code } = ToolError.from(error, "internal");
  // What the table advises is for a model in mid-call.
  process.stderr.write(hint === errorCodes[code].next ? `${message}\n` : `${message}\n${hint}\n`);
  process.exitCode = 1;
}
