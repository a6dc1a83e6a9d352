import { isObject, type SkillMeta, ToolError } from "@agent-tools/contract";

const longestTimeout = 3_600_000;
const isText = (value: unknown): boolean => typeof value === "string";

/** What each field has to be, in a test and in words. */
const fields: Readonly<Record<keyof SkillMeta, readonly [(value: unknown) => boolean, string]>> = {
  description: [isText, "a string"],
  args: [isText, "a string"],
  inputSchema: [(value) => typeof value === "boolean" || isObject(value), "a JSON Schema"],
  uses: [(value) => Array.isArray(value) && value.every(isText), 'a list of patterns such as "github:issues_*"'],
  related: [
    (value) =>
      Array.isArray(value) && value.every((link) => isObject(link) && isText(link["target"]) && isText(link["why"])),
    'a list of { target: "prefix:skill", why }',
  ],
  timeoutMs: [
    (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= longestTimeout,
    `whole milliseconds, 1 to ${longestTimeout}`,
  ],
};

/** The meta of a skill from `source` (a file or plugin), checked. Throws `invalid_configuration` with source and field. */
export function skillMeta(value: unknown, source: string): SkillMeta | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    throw new ToolError("invalid_configuration", `${source}: field "meta" must be an object, or left out.`);
  }
  for (const [field, [isRight, words]] of Object.entries(fields)) {
    if (value[field] !== undefined && !isRight(value[field])) {
      throw new ToolError("invalid_configuration", `${source}: field "meta.${field}" must be ${words}.`);
    }
  }
  return value as SkillMeta;
}
