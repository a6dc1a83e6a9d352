import { type JsonObject, ToolError } from "@agent-tools/contract";
import type { PublishedSkills } from "@agent-tools/runtime";
import type { Era } from "./facade.js";
import { SKILLS_EXTENSION } from "./methods.js";

/** What a server that publishes skills declares (MCP extension io.modelcontextprotocol/skills, SEP-2640). */
export const skillCapabilities: JsonObject = { resources: {}, extensions: { [SKILLS_EXTENSION]: {} } };

/** Whoever publishes may change a file at any time, so nothing is to be kept. The newest revision asks for both fields. */
const unkept: Readonly<Record<Era, JsonObject>> = { legacy: {}, modern: { ttlMs: 0, cacheScope: "private" } };

/** The result of one of the methods that skills are listed and read by; `undefined` for any other method. */
export async function answerSkills(
  skills: PublishedSkills,
  method: string,
  params: JsonObject,
  era: Era,
): Promise<JsonObject | undefined> {
  switch (method) {
    case "skills/list":
      return { skills: (await skills.list()) as unknown as JsonObject[], ...unkept[era] };
    case "skills/get": {
      const skill = (await skills.list()).find(({ uri }) => uri === params["uri"]);
      if (skill) return { skill: skill as unknown as JsonObject, ...unkept[era] };
      throw new ToolError("unknown_target", `There is no skill at "${params["uri"]}".`);
    }
    case "resources/list":
      return { resources: (await skills.list()).map(asResource) };
    case "resources/templates/list":
      return { resourceTemplates: [] };
    case "resources/read":
      return { contents: [await contents(skills, String(params["uri"]))] };
    default:
      return undefined;
  }
}

function asResource({ uri, frontmatter, resources }: Awaited<ReturnType<PublishedSkills["list"]>>[number]): JsonObject {
  const { name = uri, description = "" } = frontmatter;
  const size = resources.find((file) => file.uri === uri)?.size;
  return { uri, name, description, mimeType: "text/markdown", ...(size !== undefined && { size }) };
}

async function contents(skills: PublishedSkills, uri: string): Promise<JsonObject> {
  const bytes = await skills.read(uri);
  const mimeType = uri.endsWith(".md") ? { mimeType: "text/markdown" } : {};
  try {
    // A byte order mark is part of what the digest covers.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { uri, ...mimeType, text };
  } catch {
    return { uri, ...mimeType, blob: Buffer.from(bytes).toString("base64") };
  }
}
