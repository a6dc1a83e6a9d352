import type { Awaitable, JsonObject, Skill, Tool } from "@agent-tools/contract";

/** Something that can be pinned: what a model reads of it, and what a call of it needs. */
export interface Pinnable {
  /** The prefix of its plugin. */
  readonly plugin: string;
  readonly kind: "tool" | "skill";
  readonly name: string;
  /** What a model reads: the tool's definition, or the skill's name, meta or instructions. */
  readonly definition: Tool;
  /** What a call needs and no model reads: a command's program and arguments, an operation's method and path, a skill's code. */
  readonly needs?: JsonObject;
}

/**
 * A plugin's tools. `needs` tells for each what a call needs: the command of a CLI manifest, the operation of an OpenAPI
 * description, the server's entry for an MCP tool. Values go into digests only.
 */
export function pinnableTools(
  plugin: string,
  tools: readonly Tool[],
  needs: (name: string) => object | undefined = () => undefined,
): readonly Pinnable[] {
  return tools.map((definition) => {
    const needed = needs(definition.name) as JsonObject | undefined;
    return { plugin, kind: "tool", name: definition.name, definition, ...(needed && { needs: needed }) };
  });
}

/** A plugin's skills in code: what is told about each, and its source text as far as `run` shows it. */
export function pinnableSkills(plugin: string, skills: Readonly<Record<string, Skill>>): readonly Pinnable[] {
  return Object.entries(skills).map(([name, { meta, run }]) => ({
    plugin,
    kind: "skill",
    name,
    definition: { name, ...meta },
    needs: { run: String(run) },
  }));
}

/** Where skills to read come from, as far as pins look at it: what a runtime takes as `skills`. */
export interface SkillInstructions {
  list(): Awaitable<readonly { readonly name: string; readonly description: string }[]>;
  body(name: string): Awaitable<string>;
  files?(name: string): Awaitable<readonly string[]>;
  file?(name: string, path: string): Awaitable<Uint8Array>;
}

/** Skills that are read rather than run (SKILL.md): name, description and body, and what their further files hold. */
export async function pinnableInstructions(plugin: string, source: SkillInstructions): Promise<readonly Pinnable[]> {
  const skills = await source.list();
  return Promise.all(skills.map((skill) => pinnableInstruction(plugin, source, skill)));
}

/** One of them, as it is at this moment. */
export async function pinnableInstruction(
  plugin: string,
  source: SkillInstructions,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<Pinnable> {
  const paths = source.file ? ((await source.files?.(name)) ?? []) : [];
  const files = await Promise.all(
    paths.map(async (path) => [path, Buffer.from((await source.file?.(name, path)) ?? []).toString("base64")] as const),
  );
  const definition = { name, description, body: await source.body(name) };
  return { plugin, kind: "skill", name, definition, needs: Object.fromEntries(files) };
}
