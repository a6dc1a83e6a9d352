import { type Caller, isObject, type JsonObject, ToolError, type ToolResult } from "@agent-tools/contract";
import { type SkillEntry, skillEntry, skillPath } from "@agent-tools/skills";
import type { Catalogue } from "./catalogue.js";
import { didYouMean, nearest } from "./path/nearest.js";
import type { ReadableSkill } from "./readable-skill.js";
import type { InstructionSkill, SkillSource } from "./skill-source.js";

/** Instructions as they were read. */
export interface LoadedInstructions {
  readonly skill: InstructionSkill;
  readonly body: string;
  /** The paths of its further files. */
  readonly files: readonly string[];
}

/** Skills to read: the host's own, and those that plugins' servers publish, under `prefix:name`. */
export interface SkillLibrary {
  /** Those in the caller's view, the host's own first; with a plugin, the host's and those of this plugin's server. */
  list(caller: Caller, plugin?: string): Promise<readonly ReadableSkill[]>;
  load(name: string, caller: Caller): Promise<LoadedInstructions & { readonly skill: ReadableSkill }>;
  /** The bytes of one of a skill's files. Throws where it has none of that path; nothing outside the skill is ever read. */
  file(name: string, path: string, caller: Caller): Promise<Uint8Array>;
  /** The host's own, for clients that read skills themselves; absent where the source does not give files. */
  readonly published?: PublishedSkills;
}

/** The host's own skills as it publishes them (MCP extension io.modelcontextprotocol/skills). */
export interface PublishedSkills {
  list(): Promise<readonly SkillEntry[]>;
  /** The bytes behind a `skill://` URI. Throws `unknown_target` where it is not the URI of a file of a skill. */
  read(uri: string): Promise<Uint8Array>;
}

/** How a library is made. */
export interface SkillLibraryOptions {
  /** The host's own skills. */
  readonly source: SkillSource;
  readonly catalogue: Catalogue;
  /** Whether the caller may know of a skill. */
  readonly isThere: (skill: ReadableSkill, caller: Caller) => boolean;
  /** Reads a resource of a plugin, on the governed path. */
  readonly readResource: (plugin: string, uri: string, caller: Caller) => Promise<ToolResult>;
}

const MANIFEST = "SKILL.md";

/** A library over the host's skills and those in the catalogue. */
export function createSkillLibrary({ source, catalogue, isThere, readResource }: SkillLibraryOptions): SkillLibrary {
  const list = async (caller: Caller, plugin?: string) =>
    (await catalogue.skills(caller, plugin)).filter((skill) => isThere(skill, caller));

  const named = async (name: string, caller: Caller): Promise<ReadableSkill> => {
    const skills = await list(caller);
    const known = skills.find((each) => each.name === name);
    if (known) return known;
    // Whoever asks for it by name waits until its server has told.
    const [plugin = ""] = name.split(":");
    const late = catalogue.plugins.has(plugin) ? await catalogue.skills(caller, plugin, true) : [];
    const skill = late.find((each) => each.name === name);
    if (skill) return skill;
    const near = nearest(
      name,
      skills.map((each) => each.name),
    );
    throw new ToolError("unknown_target", `There is no skill "${name}" to read.${didYouMean(near)}`);
  };
  const readerFor = (plugin: string, caller: Caller) => async (uri: string) =>
    readResult(await readResource(plugin, uri, caller));
  /** A server that changed a skill is asked for its skills again. */
  const checked = async <T>(plugin: string, reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      if (ToolError.is(error) && error.details?.["isChanged"] === true) catalogue.skillsChanged(plugin);
      throw error;
    }
  };

  return {
    list,
    async load(name, caller) {
      const skill = await named(name, caller);
      const { served } = skill;
      const body = served
        ? await checked(served.plugin, served.skill.body(readerFor(served.plugin, caller)))
        : await source.body(name);
      const paths = served ? served.skill.files : ((await source.files?.(name)) ?? []);
      return { skill, body, files: paths.filter((path) => path !== MANIFEST) };
    },
    async file(name, path, caller) {
      const { served } = await named(name, caller);
      if (served) return checked(served.plugin, served.skill.read(path, readerFor(served.plugin, caller)));
      if (source.file) return source.file(name, path);
      throw new ToolError("unsupported", `The files of the skill "${name}" cannot be read here.`);
    },
    ...publishedPart(source),
  };
}

function publishedPart(source: SkillSource): Pick<SkillLibrary, "published"> {
  const { files, file } = source;
  if (!files || !file) return {};
  return {
    published: {
      async list() {
        const entries = [...(await source.list())].map(({ name }) =>
          skillEntry(name, {
            files: async () => files.call(source, name),
            file: async (path) => file.call(source, name, path),
          }),
        );
        return Promise.all(entries);
      },
      async read(uri) {
        const found = skillPath(uri);
        const isThere = found && (await source.list()).some(({ name }) => name === found.name);
        if (isThere) return file.call(source, found.name, found.path);
        throw new ToolError("unknown_target", `There is no resource "${uri}".`, { details: { uri } });
      },
    },
  };
}

/** What a resource's contents were before the call path made content blocks of them. */
function readResult({ content }: ToolResult): JsonObject {
  return { contents: content.flatMap(({ resource }) => (isObject(resource) ? [resource as JsonObject] : [])) };
}
