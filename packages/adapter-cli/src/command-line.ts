import { type JsonObject, ToolError } from "@agent-tools/contract";
import type { CliCommand } from "./cli-command.js";
import { readArguments } from "./command-input.js";

/** Linux takes no longer argument (MAX_ARG_STRLEN, with the final NUL), and Windows no longer command lines. */
const maxTokenBytes = 131_071;
const maxWindowsLine = 32_767;
const maxBatchLine = 8_191;

/** Batch files are run by cmd.exe, which reads these even inside quotes, or reads them again in the file itself. */
const batchMetacharacters = /[%!^&|<>()"\p{Cc}]/u;

/** What a command line is built for. */
export interface CommandTarget {
  readonly platform: NodeJS.Platform;
  /** The file that will run, once it was found. */
  readonly file: string;
}

/**
 * The program and its arguments as a call would run them, each a token of its own; nothing is run. Throws
 * `invalid_arguments` where a call would be refused.
 */
export function commandLine(command: CliCommand, args: JsonObject = {}): readonly string[] {
  const target = { platform: process.platform, file: command.command };
  return [command.command, ...argumentTokens(command, readArguments(command, args), target)];
}

/** The tokens for arguments that fit the schema. Throws `invalid_arguments` for a value that is no argument, or no longer one. */
export function argumentTokens(command: CliCommand, args: JsonObject, target: CommandTarget): string[] {
  const isBatch = target.platform === "win32" && /\.(?:bat|cmd)$/i.test(target.file);
  const tokens: string[] = [];
  let isBehindTerminator = false;
  for (const part of command.arguments ?? []) {
    if (typeof part === "string") {
      tokens.push(part);
      // What a literal behind it means is for the program to say: it may be another program, with options of its own.
      isBehindTerminator = part === "--";
      continue;
    }
    if ("when" in part) {
      if (args[part.when] !== true) continue;
      tokens.push(part.switch);
      isBehindTerminator = false;
      continue;
    }
    const { option, mayBeginWithDash = isBehindTerminator } = part;
    const name = "each" in part ? part.each : part.from;
    const given = args[name];
    const values = given === undefined ? [] : "each" in part ? listOf(name, given) : [given];
    for (const value of values) {
      const text = textOf(name, value);
      if (isBatch && batchMetacharacters.test(text)) {
        throw refused(name, value, "holds a character that cmd.exe would not leave alone in a batch file");
      }
      if (option?.endsWith("=")) {
        tokens.push(checkLength(name, option + text));
        continue;
      }
      if (!mayBeginWithDash && text.startsWith("-")) {
        throw refused(name, value, "begins with a dash, and the program could take it for an option");
      }
      if (option !== undefined) tokens.push(option);
      tokens.push(checkLength(name, text));
    }
    if (option !== undefined) isBehindTerminator = false;
  }
  if (target.platform === "win32") {
    const limit = isBatch ? maxBatchLine : maxWindowsLine;
    if ([target.file, ...tokens].join(" ").length > limit)
      throw tooLong("All arguments together are", `${limit} characters`);
  }
  return tokens;
}

function listOf(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw refused(name, value, "is not a list");
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "number" && !/^-?[\d.]+$/.test(String(value)))
    throw refused(name, value, "is not a plain decimal number");
  if (typeof value !== "string") {
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    throw refused(name, value, "is not a single value");
  }
  if (value.includes("\0")) throw refused(name, value, "holds a NUL character");
  if (/\p{Surrogate}/u.test(value)) throw refused(name, value, "is not well-formed Unicode");
  return value;
}

function checkLength(name: string, token: string): string {
  if (Buffer.byteLength(token) > maxTokenBytes) throw tooLong(`The argument "${name}" is`, `${maxTokenBytes} bytes`);
  return token;
}

function tooLong(what: string, limit: string): ToolError {
  return new ToolError("invalid_arguments", `${what} longer than ${limit}, which no program can be given.`);
}

function refused(name: string, value: unknown, why: string): ToolError {
  const shown = JSON.stringify(value) ?? String(value);
  const short = shown.length > 80 ? `${shown.slice(0, 79)}…` : shown;
  return new ToolError("invalid_arguments", `The argument "${name}" ${why}: ${short}.`);
}
