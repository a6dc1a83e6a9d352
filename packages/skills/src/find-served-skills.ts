import { isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import { bytesOf, type ListedFile, type ReadResource, type ServedSkill, servedSkill, textOf } from "./served-skill.js";
import { skillDigest } from "./skill-digest.js";
import { longestSkill } from "./skill-files.js";
import { frontMatterOf, readFrontMatter } from "./skill-front-matter.js";

/** A server's lists, whole, as far as skills are concerned. */
export interface SkillServer {
  /** The entries of the Skills extension (MCP `skills/list`); empty where the server does not have it. */
  readonly entries: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly read: ReadResource;
}

/** So many skills of one server are known at most. */
const mostSkills = 200;

/** `skill://…/SKILL.md`, or `skill://name` for servers that publish nothing else of a skill. */
const manifestUri = /^skill:\/\/(?:.+\/SKILL\.md|[^/?#]+)$/;

/**
 * The skills that a server publishes: those of the Skills extension, and what else it has as `skill://` resources, whose
 * SKILL.md is read here. What is malformed is told to `onProblem` and left out; the others live. At most 200.
 */
export async function findServedSkills(
  { entries, resources, read }: SkillServer,
  onProblem: (problem: ToolError) => void,
): Promise<readonly ServedSkill[]> {
  const skills = new Map<string, ServedSkill>();
  const add = async (uri: string, make: () => ServedSkill | Promise<ServedSkill>): Promise<void> => {
    if (skills.size >= mostSkills) return;
    try {
      const skill = await make();
      if (skills.has(skill.name)) {
        throw new ToolError("upstream_error", `${uri}: a second skill is called "${skill.name}". It is left out.`);
      }
      skills.set(skill.name, skill);
    } catch (error) {
      onProblem(ToolError.from(error, "upstream_error"));
    }
  };
  const known = new Set<string>();
  for (const entry of entries) {
    const { uri } = entry;
    if (typeof uri !== "string") continue;
    known.add(uri);
    await add(uri, () => fromEntry(uri, entry, resources));
  }
  for (const { uri } of resources) {
    if (typeof uri !== "string" || known.has(uri) || !manifestUri.test(uri)) continue;
    await add(uri, () => fromResource(uri, resources, read));
  }
  return [...skills.values()];
}

function fromEntry(uri: string, { frontmatter, resources }: JsonObject, all: readonly JsonObject[]): ServedSkill {
  const fields = isObject(frontmatter) ? frontmatter : {};
  const listed = Array.isArray(resources) ? resources.filter(isObject).map(publishedFile) : filesOf(uri, all);
  return servedSkill(named(frontMatterOf(fields, uri), uri), uri, listed);
}

/** The extension publishes size and digest of every file. Without both, an entry is no entry. */
function publishedFile(file: Record<string, unknown>): ListedFile {
  const { uri, digest, size } = file;
  if (typeof uri === "string" && typeof digest === "string" && typeof size === "number") return { uri, digest, size };
  throw new ToolError("upstream_error", `A file of a skill was published without uri, digest and size.`);
}

async function fromResource(uri: string, all: readonly JsonObject[], read: ReadResource): Promise<ServedSkill> {
  const bytes = bytesOf(uri, await read(uri));
  if (bytes.byteLength > longestSkill) {
    throw new ToolError(
      "result_too_large",
      `${uri} has ${bytes.byteLength} bytes; a skill has at most ${longestSkill}.`,
    );
  }
  const { frontMatter } = readFrontMatter(textOf(bytes, uri), uri);
  const main = { uri, digest: skillDigest(bytes), size: bytes.byteLength };
  return servedSkill(named(frontMatter, uri), uri, [...filesOf(uri, all).filter((file) => file.uri !== uri), main]);
}

/** What a server without digests lists below a skill's folder. */
function filesOf(uri: string, all: readonly JsonObject[]): readonly ListedFile[] {
  const root = uri.replace(/\/SKILL\.md$/, "");
  const below = all.flatMap(({ uri: each, size }): ListedFile[] => {
    if (typeof each !== "string" || !each.startsWith(`${root}/`)) return [];
    return [{ uri: each, ...(typeof size === "number" ? { size } : {}) }];
  });
  return below.some((file) => file.uri === uri) ? below : [{ uri }, ...below];
}

/** A skill is called as the folder that it is published in. */
function named<Named extends { readonly name: string }>(skill: Named, uri: string): Named {
  const folder = /([^/]+)(?:\/SKILL\.md)?$/.exec(uri)?.[1];
  if (skill.name === folder) return skill;
  throw new ToolError("upstream_error", `${uri}: the skill calls itself "${skill.name}". It is left out.`);
}
