import { type Awaitable, isObject, ToolError } from "@agent-tools/contract";

/** Loaded with the first YAML. */
let yamlReader: Promise<typeof import("./yaml-reader.js")> | undefined;

/** Reads JSON, at once, or YAML. JSON is never handed to the YAML reader, which takes many times as long. */
export function parseDocument(text: string, name: string): Awaitable<unknown> {
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (/^\s*[{[]/.test(clean)) {
    try {
      return JSON.parse(clean);
    } catch {
      // Not JSON: YAML's flow style may begin with the same character.
    }
  }
  return parseYaml(clean, name);
}

async function parseYaml(text: string, name: string): Promise<unknown> {
  try {
    yamlReader ??= import("./yaml-reader.js");
    const { readYaml } = await yamlReader;
    return await readYaml(text);
  } catch (error) {
    throw new ToolError("invalid_configuration", `${name} is neither JSON nor YAML: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** The version that a description declares. */
export type ApiVersion = "2.0" | "3.0" | "3.1" | "3.2";

/** The version of a parsed description. Throws where it is none, naming what was found. */
export function versionOf(value: unknown, name: string): ApiVersion {
  const { swagger, openapi } = isObject(value) ? value : {};
  const declared = String(openapi ?? swagger ?? "");
  if (swagger !== undefined && declared.startsWith("2")) return "2.0";
  // `3.0` without quotes is the number 3.
  if (declared === "3" || declared.startsWith("3.0")) return "3.0";
  if (declared.startsWith("3.1")) return "3.1";
  // A later 3.x adds to 3.2: what is not known is left out, and the rest works.
  if (/^3\.\d/.test(declared)) return "3.2";
  throw new ToolError("invalid_configuration", `${name} is no Swagger 2.0 or OpenAPI 3 description.`, {
    hint:
      declared === "" ? 'It has no field "openapi" or "swagger".' : `It declares version ${JSON.stringify(declared)}.`,
  });
}
