import { type Adapter, type AdapterHost, type Health, standaloneHost, ToolError } from "@agent-tools/contract";
import type { CliAdapterOptions } from "./cli-command.js";
import { callCommand } from "./command-call.js";
import { findProgram, notFound } from "./find-program.js";
import { checkManifest } from "./manifest-check.js";
import { trustedPath } from "./program-environment.js";
import { readyCommand, toolOf } from "./ready-command.js";
import { type ProgramOptions, type ProgramRun, runProgram } from "./run-program.js";

/**
 * Programs as tools: each command is a program with the arguments that it may be given, run without a shell, in an
 * environment of its own. `close` ends the programs that still run. Throws `invalid_configuration` for a wrong manifest.
 * A program that is not there fails its own calls only, and is told in a warning and in `health`.
 */
export function cliAdapter(options: CliAdapterOptions, host: AdapterHost = standaloneHost()): Adapter {
  checkManifest(options);
  const { commands: given, ...settings } = options;
  const commands = new Map(Object.entries(given).map(([name, command]) => [name, readyCommand(command, settings)]));
  const tools = [...commands].map(([name, command]) => toolOf(name, command));
  const programs = new Set([...commands.values()].map(({ command }) => command));
  const path = trustedPath();
  const running = new Set<ProgramRun>();
  let isClosed = false;

  const missing = () =>
    [...programs].filter((program) => !findProgram(program, path)).map((program) => notFound(program));
  for (const { message, hint } of missing()) host.log("warning", `${message} ${hint}`);

  const start = (program: ProgramOptions): ProgramRun => {
    if (isClosed) throw new ToolError("closed", "The program was not run: its adapter is closed.");
    const run = runProgram(program);
    running.add(run);
    run.ended.catch(() => {}).finally(() => running.delete(run));
    return run;
  };

  return {
    reportsDispatch: true,
    listTools: () => ({ tools }),
    effect: (name) => commands.get(name)?.effect,
    async call(name, args, context) {
      const command = commands.get(name);
      if (!command) throw new ToolError("unknown_target", `There is no tool "${name}" here.`);
      return callCommand({ name, command, args: args ?? {}, context, path, start });
    },
    health(): Health {
      const absent = missing();
      if (absent.length === 0) return { status: "ok" };
      const message = absent.map((error) => error.message).join(" ");
      return { status: absent.length === programs.size ? "down" : "degraded", message };
    },
    async close() {
      isClosed = true;
      for (const run of running) run.stop("closed");
      await Promise.allSettled([...running].map((run) => run.ended));
    },
  };
}
