import { ToolError } from "@agent-tools/contract";

/** Which tools a skill may call. */
export interface UsesMatcher {
  /** True where the patterns cover this tool of this plugin. */
  (plugin: string, tool: string): boolean;
  /** The prefixes of every plugin that is named, the own one included. */
  readonly plugins: ReadonlySet<string>;
  /** True where no entry is for the own plugin, so that the whole of it is covered without being declared. */
  readonly isOwnImplied: boolean;
}

/**
 * The tools that a skill's `uses` covers. An entry is `prefix:pattern`, or a bare pattern for the skill's own plugin;
 * `*` stands for any characters. Where no entry is for the own plugin, its whole own plugin is covered. Throws
 * `invalid_configuration` on an entry without a prefix before its colon or without a pattern.
 */
export function parseUses(uses: readonly string[] | undefined, ownPrefix: string): UsesMatcher {
  const patterns = new Map<string, RegExp[]>();
  for (const entry of uses ?? []) {
    const colon = entry.indexOf(":");
    const prefix = colon < 0 ? ownPrefix : entry.slice(0, colon);
    const pattern = entry.slice(colon + 1);
    if (prefix === "" || pattern === "") {
      throw new ToolError(
        "invalid_configuration",
        `Field "meta.uses" has the entry "${entry}". Write "prefix:pattern", or a bare pattern for the own plugin.`,
      );
    }
    patterns.set(prefix, [...(patterns.get(prefix) ?? []), wildcard(pattern)]);
  }
  const isOwnImplied = !patterns.has(ownPrefix);
  if (isOwnImplied) patterns.set(ownPrefix, [wildcard("*")]);
  const matches = (plugin: string, tool: string): boolean =>
    patterns.get(plugin)?.some((pattern) => pattern.test(tool)) ?? false;
  return Object.assign(matches, { plugins: new Set(patterns.keys()), isOwnImplied });
}

/** The expression that a pattern stands for: `*` is any characters, everything else itself. */
export function wildcard(pattern: string): RegExp {
  // Runs of stars are one star, so that no pattern makes the expression backtrack more than it has to.
  const parts = pattern.split(/\*+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}$`, "u");
}
