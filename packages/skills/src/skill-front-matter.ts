import { createRequire } from "node:module";
import { isObject, type JsonObject, ToolError } from "@agent-tools/contract";

const require = createRequire(import.meta.url);
/** Loaded with the first SKILL.md: most hosts have none, and it costs more than the rest of the runtime. */
const yaml = (): typeof import("yaml") => require("yaml");

/** What a SKILL.md says about its skill (AgentSkills specification, frontmatter). */
export interface SkillFrontMatter {
  readonly name: string;
  readonly description: string;
  /** The tools that the instructions speak of, as `prefix:tool` with `*` for any characters. Never a grant. */
  readonly allowedTools: readonly string[];
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

const longestName = 64;
const longestDescription = 1024;
const longestCompatibility = 500;

/** A SKILL.md, read. */
export interface SkillText {
  readonly frontMatter: SkillFrontMatter;
  /** The front matter as JSON, just as it is written. */
  readonly fields: JsonObject;
  readonly body: string;
}

/**
 * The front matter and the body of a SKILL.md. Throws `invalid_configuration` with the file, the field and what to do.
 */
export function readFrontMatter(text: string, file: string): SkillText {
  const [first = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines.findIndex((line) => line.trimEnd() === "---");
  if (first.trimEnd() !== "---" || end < 0) {
    const message = `${file} has no front matter. Begin it with a block between two lines "---".`;
    throw new ToolError("invalid_configuration", message);
  }
  const fields = fieldsOf(lines.slice(0, end).join("\n"), file);
  const body = lines
    .slice(end + 1)
    .join("\n")
    .trim();
  return { frontMatter: frontMatterOf(fields, file), fields: fields as JsonObject, body };
}

/** The front matter in fields that are parsed already. Throws `invalid_configuration` likewise. */
export function frontMatterOf(fields: Readonly<Record<string, unknown>>, file: string): SkillFrontMatter {
  const problem = (field: string, words: string): ToolError =>
    new ToolError("invalid_configuration", `${file}: field "${field}" ${words}.`);

  const textField = (field: string, longest: number, isRequired: boolean): string | undefined => {
    const value = fields[field];
    if (value === undefined || value === null) {
      if (isRequired) throw problem(field, "is missing. Add it");
      return undefined;
    }
    if (typeof value !== "string") throw problem(field, "must be text. Put it in quotes");
    const length = [...value].length;
    if (value.trim() === "") throw problem(field, "is empty. Fill it in, or leave it out where it is optional");
    if (length > longest) throw problem(field, `has ${length} characters. Shorten it to ${longest}`);
    return value;
  };

  const name = textField("name", longestName, true) as string;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    throw problem("name", `is "${name}". Use lower-case letters a-z, digits and single hyphens between them`);
  }
  const description = textField("description", longestDescription, true) as string;
  const license = textField("license", Number.POSITIVE_INFINITY, false);
  const compatibility = textField("compatibility", longestCompatibility, false);
  const { metadata } = fields;
  if (metadata !== undefined && !isObject(metadata)) throw problem("metadata", "must be a map of texts");
  return {
    name,
    description: description.trim(),
    allowedTools: toolPatterns(fields["allowed-tools"], problem),
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    ...(metadata === undefined ? {} : { metadata: textsOf(metadata) }),
  };
}

function fieldsOf(text: string, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = yaml().parse(text, { maxAliasCount: 0 });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new ToolError("invalid_configuration", `${file}: the front matter is not YAML. Correct it: ${words}`, {
      cause: error,
    });
  }
  if (isObject(value)) return value;
  throw new ToolError(
    "invalid_configuration",
    `${file}: the front matter must be a map. Write "name:" and "description:".`,
  );
}

/** A list, or one text with blanks or commas between the patterns; what stands in brackets belongs together. */
function toolPatterns(value: unknown, problem: (field: string, words: string) => ToolError): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return value.match(/(?:\([^)]*\)|[^\s,(])+/g) ?? [];
  if (Array.isArray(value) && value.every((entry): entry is string => typeof entry === "string")) return value;
  throw problem("allowed-tools", 'must be patterns such as "github:issues_*", in one text or a list');
}

function textsOf(metadata: Record<string, unknown>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
