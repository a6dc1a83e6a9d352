import type { parseArgs } from "node:util";
import { type ConnectOptions, clients } from "@agent-tools/client-configs";
import { ToolError } from "@agent-tools/contract";
import { parsed, split } from "./arguments.js";

const options = {
  name: { type: "string", default: "agent-tools" },
  url: { type: "string" },
  env: { type: "string", multiple: true },
  "token-env": { type: "string" },
  project: { type: "boolean" },
  file: { type: "string" },
  print: { type: "boolean" },
  "dry-run": { type: "boolean" },
  "no-verify": { type: "boolean" },
  undo: { type: "boolean" },
  skill: { type: "boolean" },
} as const;

/** What was asked of a command about one client. */
export interface CommandOptions {
  readonly client: string;
  readonly values: ReturnType<typeof parseArgs<{ options: typeof options }>>["values"] & { readonly name: string };
  /** What stands behind `--`. */
  readonly program: readonly string[];
  readonly where: ConnectOptions;
}

/** Reads the arguments of a command. Throws `invalid_configuration` that says what is wrong. */
export function commandOptions(args: readonly string[]): CommandOptions {
  const { own, program } = split(args);
  const { values, positionals } = parsed({ args: own, options, allowPositionals: true });
  const [client, ...more] = positionals;
  if (client === undefined || more.length > 0) {
    throw new ToolError("invalid_configuration", "Name one client.", {
      hint: `Known are: ${clients.map(({ id }) => id).join(", ")}. A program stands behind "--".`,
    });
  }
  const where = {
    scope: values.project ? "project" : "user",
    ...(values.file !== undefined && { file: values.file }),
  } as const;
  return { client, values, program, where };
}
