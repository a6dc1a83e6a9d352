import { delimiter, isAbsolute } from "node:path";
import { childEnvironment } from "@agent-tools/child-process";
import { type Secrets, ToolError } from "@agent-tools/contract";
import type { CliSettings } from "./cli-command.js";

/** PATH without the entries that depend on the working directory. */
export function trustedPath(): string {
  return (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute).join(delimiter);
}

/** A program's whole environment, and the secrets that are in it. Throws `missing_secret`. */
export async function programEnvironment(
  { environment: declared, inherit }: Required<Pick<CliSettings, "environment" | "inherit">>,
  path: string,
  source: Secrets,
): Promise<{ readonly environment: Record<string, string>; readonly secrets: readonly string[] }> {
  const variables: Record<string, string> = { PATH: path };
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(declared)) {
    if (typeof value === "string") variables[name] = value;
    else {
      const secret = await source.get(value.secret);
      // The system's own refusal would show the value.
      if (secret.includes("\0")) {
        throw new ToolError(
          "invalid_configuration",
          `The secret "${value.secret}" holds a NUL character, which no variable can.`,
        );
      }
      variables[name] = secret;
      secrets.push(secret);
    }
  }
  // No home: many programs keep their logins there, and a tool is given its own by name.
  return { environment: childEnvironment({ base: "system", inherit, variables }), secrets };
}
