import { isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import { skillDigest } from "./skill-digest.js";
import type { SkillEntryFile } from "./skill-entry.js";
import { longestSkill, longestSkillFile } from "./skill-files.js";
import { readFrontMatter, type SkillFrontMatter } from "./skill-front-matter.js";

/** Reads one resource of a server (MCP `ReadResourceResult`). */
export type ReadResource = (uri: string) => Promise<JsonObject>;

/** A skill that a server publishes. What is read of it is what the server published, or is refused. */
export interface ServedSkill extends Pick<SkillFrontMatter, "name" | "description" | "allowedTools"> {
  /** The URI of its SKILL.md. */
  readonly uri: string;
  /** The paths of its files, as far as the server lists them. */
  readonly files: readonly string[];
  /**
   * The bytes of one of its files. Throws `denied` where the skill has no such file, `result_too_large` beyond 1 MiB (64 KiB
   * for SKILL.md), and `upstream_error` where size or digest are not those that the server published.
   */
  read(path: string, read: ReadResource): Promise<Uint8Array>;
  /** Its instructions, checked in the same way. */
  body(read: ReadResource): Promise<string>;
}

/** A file of which digest and size may not be known before it is read for the first time. */
export type ListedFile = Pick<SkillEntryFile, "uri"> & Partial<SkillEntryFile>;

const manifest = "SKILL.md";

/** A skill of a server, from what the server says about it. `uri` is that of its SKILL.md, one of the files. */
export function servedSkill(
  { name, description, allowedTools }: SkillFrontMatter,
  uri: string,
  listed: readonly ListedFile[],
): ServedSkill {
  const root = uri.endsWith(`/${manifest}`) ? uri.slice(0, -manifest.length) : `${uri}/`;
  const files = new Map<string, ListedFile>();
  for (const file of listed) {
    const path = file.uri === uri ? manifest : pathBelow(root, file.uri);
    if (path !== undefined) files.set(path, file);
  }
  const skill: ServedSkill = {
    name,
    description,
    allowedTools,
    uri,
    files: [...files.keys()].sort(),
    async read(path, read) {
      const file = files.get(path);
      if (!file) {
        throw new ToolError("denied", `The skill "${name}" has no file "${path}".`, {
          hint: `Its files: ${[...files.keys()].join(", ")}.`,
        });
      }
      const bytes = bytesOf(file.uri, await read(file.uri));
      const longest = path === manifest ? longestSkill : longestSkillFile;
      if (bytes.byteLength > longest) {
        const words = `The file "${path}" of the skill "${name}" has ${bytes.byteLength} bytes; at most ${longest} are read.`;
        throw new ToolError("result_too_large", words, { hint: "Ask for another file of the skill." });
      }
      files.set(path, verified(file, bytes, name));
      return bytes;
    },
    async body(read) {
      const { frontMatter, body } = readFrontMatter(textOf(await skill.read(manifest, read), uri), uri);
      const isSame = frontMatter.name === name && frontMatter.description === description;
      if (isSame && frontMatter.allowedTools.join("\n") === allowedTools.join("\n")) return body;
      throw unlike(name, `${uri} says something else about itself than the server`);
    },
  };
  return skill;
}

/** The text of a file of a skill. Throws `upstream_error` where it is not UTF-8. */
export function textOf(bytes: Uint8Array, uri: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolError("upstream_error", `${uri} is not UTF-8.`, { cause });
  }
}

/** The bytes that a `ReadResourceResult` has for a URI. */
export function bytesOf(uri: string, { contents }: JsonObject): Uint8Array {
  const list = Array.isArray(contents) ? contents.filter(isObject) : [];
  const content = list.find((each) => each["uri"] === uri) ?? (list.length === 1 ? list[0] : undefined);
  if (typeof content?.["text"] === "string") return new TextEncoder().encode(content["text"]);
  if (typeof content?.["blob"] === "string") return Buffer.from(content["blob"], "base64");
  throw new ToolError("upstream_error", `The server gave no contents for ${uri}.`);
}

/** The file with its size and digest: as published, else as they were at the first reading, which later ones are held to. */
function verified({ uri, digest, size }: ListedFile, bytes: Uint8Array, name: string): SkillEntryFile {
  const found = { uri, digest: skillDigest(bytes), size: bytes.byteLength };
  if (size !== undefined && size !== found.size) {
    throw unlike(name, `${uri} has ${found.size} bytes instead of the ${size} that were published`);
  }
  if (digest !== undefined && digest !== found.digest) throw unlike(name, `${uri} is not the file that was published`);
  return found;
}

function unlike(name: string, words: string): ToolError {
  return new ToolError("upstream_error", `The skill "${name}" was not read: ${words}.`, {
    hint: "The server has changed it. Look for it again with discover, and tell the operator if that goes on.",
    details: { isChanged: true },
  });
}

/** A path without empty, `.` and `..` parts below the root; undefined for everything else. */
function pathBelow(root: string, uri: string): string | undefined {
  if (!uri.startsWith(root) || /[?#]/.test(uri)) return undefined;
  try {
    const parts = uri.slice(root.length).split("/").map(decodeURIComponent);
    return parts.every((part) => !/^\.{0,2}$|[/\0]/.test(part)) ? parts.join("/") : undefined;
  } catch {
    return undefined;
  }
}
