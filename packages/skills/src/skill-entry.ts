import type { JsonObject } from "@agent-tools/contract";
import { skillDigest } from "./skill-digest.js";
import { readFrontMatter } from "./skill-front-matter.js";

/** One file of a published skill, with what a reader needs to check it. */
export interface SkillEntryFile {
  readonly uri: string;
  /** `sha256:` and 64 hexadecimal digits, of the file's bytes. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** A skill as a server publishes it (MCP extension io.modelcontextprotocol/skills, SEP-2640). */
export interface SkillEntry {
  /** The URI of its SKILL.md. */
  readonly uri: string;
  /** The front matter of its SKILL.md, as it is. */
  readonly frontmatter: JsonObject;
  readonly resources: readonly SkillEntryFile[];
}

/** The files of one skill, by their paths from its folder; SKILL.md is one of them. */
export interface SkillFiles {
  files(): Promise<readonly string[]>;
  file(path: string): Promise<Uint8Array>;
}

const manifest = "SKILL.md";

/** What publishes a skill under `skill://<name>/`. Reads every file; throws where one cannot be read. */
export async function skillEntry(name: string, skill: SkillFiles): Promise<SkillEntry> {
  const { fields } = readFrontMatter(new TextDecoder().decode(await skill.file(manifest)), `${name}/${manifest}`);
  const resources = [];
  for (const path of await skill.files()) {
    const bytes = await skill.file(path);
    resources.push({ uri: skillUri(name, path), digest: skillDigest(bytes), size: bytes.byteLength });
  }
  return { uri: skillUri(name, manifest), frontmatter: fields, resources };
}

/** The URI under which a file of a skill is published. */
export function skillUri(name: string, path: string): string {
  return `skill://${name}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The skill and the path that such a URI names; undefined where it names none. */
export function skillPath(uri: string): { readonly name: string; readonly path: string } | undefined {
  const [, name, path] = /^skill:\/\/([^/?#]+)\/([^?#]+)$/.exec(uri) ?? [];
  if (name === undefined || path === undefined) return undefined;
  try {
    return { name, path: path.split("/").map(decodeURIComponent).join("/") };
  } catch {
    return undefined;
  }
}
