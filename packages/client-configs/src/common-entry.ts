import type { ServerEntry } from "./server-entry.js";

/** How most clients refer to a variable. */
export const braces = (variable: string) => `\${${variable}}`;
export const envBraces = (variable: string) => `\${env:${variable}}`;

/** What most clients write. `urlField`: their word for an address; `type`: whether they name the transport. */
export function common(
  reference: ((variable: string) => string) | undefined,
  words: { urlField?: string; type?: boolean } = {},
) {
  const { urlField = "url", type = false } = words;
  return ({ command, args = [], env = [], url, tokenVariable }: ServerEntry): object => {
    if (url !== undefined) {
      const token = tokenVariable !== undefined && reference ? reference(tokenVariable) : undefined;
      return {
        ...(type && { type: "http" }),
        [urlField]: url,
        ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
      };
    }
    return {
      ...(type && { type: "stdio" }),
      command,
      args: [...args],
      ...(env.length > 0 && reference && { env: Object.fromEntries(env.map((name) => [name, reference(name)])) }),
    };
  };
}

/** The command and its arguments, as the clients' own commands take them. */
export const program = ({ command = "", args = [] }: ServerEntry): string[] => [command, ...args];
/** The values, each behind the flag. */
export const repeated = (flag: string, values: readonly string[]): string[] => values.flatMap((value) => [flag, value]);
