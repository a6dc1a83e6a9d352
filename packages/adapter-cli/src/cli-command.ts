import type { Effect, ErrorCode, Schema, ToolAnnotations } from "@agent-tools/contract";

/** One value as one token, or after its option. Left out where the argument is absent. */
export interface ValuePart {
  /** The argument that the value is taken from. */
  readonly from: string;
  /** What stands before the value: with a final `=` in the same token (`--author=`), else in a token of its own. */
  readonly option?: string;
  /**
   * The program takes this value for data even where it begins with a dash, as getopt does behind an option that needs a
   * value. Default `false`: such a value is refused, unless it stands behind `--` or in one token with its option.
   */
  readonly mayBeginWithDash?: boolean;
}

/** Every item of a list as a value, each with the option again where there is one. */
export interface ListPart extends Omit<ValuePart, "from"> {
  /** The argument that holds the list. */
  readonly each: string;
}

/** One fixed token, where an argument is `true`. */
export interface SwitchPart {
  readonly switch: string;
  /** The boolean argument that turns it on. */
  readonly when: string;
}

/** A part of a command line. A string is one token, as it stands. */
export type ArgumentPart = string | ValuePart | ListPart | SwitchPart;

/** A variable's value: as it stands, or a secret that is asked for by name when the command runs. */
export type EnvironmentValue = string | { readonly secret: string };

/** How commands run; on a command it overrides what the adapter has, and `environment`, `inherit` and
 * `exitCodes` are joined. */
export interface CliSettings {
  /** Where commands run. Default: where this process ran when the adapter was made. */
  readonly workingDirectory?: string;
  /** Variables for the program. */
  readonly environment?: Readonly<Record<string, EnvironmentValue>>;
  /** Variables of this process that the program gets beside those without which nothing runs (PATH, locale, temp). */
  readonly inherit?: readonly string[];
  /** Milliseconds after which a program and all it started are ended. Default 60,000. */
  readonly timeoutMs?: number;
  /** How many bytes of stdout are kept. Default 1,048,576. */
  readonly maxOutputBytes?: number;
  /** What an exit code means: success, or one of the error codes. Default: 0 is success, and any other a failure. */
  readonly exitCodes?: Readonly<Record<number, "success" | ErrorCode>>;
}

/** A program with the arguments that it may be given: one tool. */
export interface CliCommand extends CliSettings {
  readonly title?: string;
  readonly description?: string;
  /** A program's name, which is looked up on PATH, or its absolute path. */
  readonly command: string;
  readonly arguments?: readonly ArgumentPart[];
  /** The argument whose value is written to stdin: text as it is, anything else as JSON. Without it stdin is empty. */
  readonly stdin?: string;
  /**
   * The tool's arguments, an object schema with a property for each argument that is used. Without it they follow from the
   * parts: text, lists of text and booleans, required where they are positional or stdin.
   */
  readonly inputSchema?: Schema;
  readonly outputSchema?: Schema;
  readonly annotations?: ToolAnnotations;
  /** What running it does. Default `write`: a command that is not declared read-only changes something. */
  readonly effect?: Effect;
  /** What stdout is. Default `text`; `json` is parsed. */
  readonly output?: "text" | "json";
}

/** Commands by the names of their tools, and how they run. */
export interface CliAdapterOptions extends CliSettings {
  readonly commands: Readonly<Record<string, CliCommand>>;
}

/** The arguments that a command uses. */
export function usedArguments({ arguments: parts = [], stdin }: CliCommand): Set<string> {
  const names = parts.flatMap((part) => (typeof part === "string" ? [] : [argumentOf(part)]));
  return new Set(stdin === undefined ? names : [...names, stdin]);
}

/** The argument that a part takes its value from. */
export function argumentOf(part: Exclude<ArgumentPart, string>): string {
  if ("when" in part) return part.when;
  return "each" in part ? part.each : part.from;
}
