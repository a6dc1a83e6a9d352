import { readFile, stat } from "node:fs/promises";
import { parseEnv } from "node:util";
import { ToolError } from "@agent-tools/contract";
import type { SecretVault } from "./vault.js";

/** Which workspace a vault of plain variables serves. */
export interface VariablesOptions {
  /** Variables name no workspace, so the host says whose they are. No other one sees them. */
  readonly workspace: string;
}

/** Environment variables as the secrets of one workspace, for all of its callers. */
export function environmentVault({
  workspace,
  environment = process.env,
}: VariablesOptions & { readonly environment?: Readonly<Record<string, string | undefined>> }): SecretVault {
  return { get: (name, scope) => (isWhole(scope, workspace) ? own(environment, name) : undefined) };
}

/**
 * A `.env` file as the secrets of one workspace, read by Node's own parser and never put into the environment, where child
 * processes would inherit it. A change of the file counts from the next use on. Without the file there are none; throws
 * `invalid_configuration` where it cannot be read.
 */
export function envFileVault({ workspace, path }: VariablesOptions & { readonly path: string }): SecretVault {
  let read: { readonly stamp: string; readonly variables: Readonly<Record<string, string | undefined>> } | undefined;
  return {
    async get(name, scope) {
      if (!isWhole(scope, workspace)) return undefined;
      try {
        const { mtimeMs, size, ino } = await stat(path);
        const stamp = `${mtimeMs} ${size} ${ino}`;
        if (read?.stamp !== stamp)
          read = { stamp, variables: parseEnv(await readFile(path, "utf8")) as Record<string, string> };
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw new ToolError("invalid_configuration", `The file of variables ${path} cannot be read.`, { cause });
      }
      return own(read.variables, name);
    },
  };
}

function isWhole(scope: { workspace: string; caller?: string; reference?: unknown }, workspace: string): boolean {
  return scope.workspace === workspace && scope.caller === undefined && scope.reference === undefined;
}

function own(variables: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] || undefined : undefined;
}
