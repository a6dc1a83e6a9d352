import { delimiter, isAbsolute } from "node:path";
import { type Secrets, ToolError } from "@agent-tools/contract";
import type { CliSettings } from "./cli-command.js";

/** What every program gets: where programs are, in which language it speaks, where its temporary files go. */
const always: readonly string[] =
  process.platform === "win32"
    ? ["PATHEXT", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "TEMP", "TMP"]
    : ["LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"];

/** PATH without the entries that depend on the working directory. */
export function trustedPath(): string {
  return (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute).join(delimiter);
}

/** A program's whole environment, and the secrets that are in it. Throws `missing_secret`. */
export async function childEnvironment(
  { environment: declared, inherit }: Required<Pick<CliSettings, "environment" | "inherit">>,
  path: string,
  source: Secrets,
): Promise<{ readonly environment: Record<string, string>; readonly secrets: readonly string[] }> {
  const environment: Record<string, string> = { PATH: path };
  for (const name of [...always, ...inherit]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(declared)) {
    if (typeof value === "string") environment[name] = value;
    else {
      const secret = await source.get(value.secret);
      // The system's own refusal would show the value.
      if (secret.includes("\0")) {
        throw new ToolError(
          "invalid_configuration",
          `The secret "${value.secret}" holds a NUL character, which no variable can.`,
        );
      }
      environment[name] = secret;
      secrets.push(secret);
    }
  }
  return { environment, secrets };
}
