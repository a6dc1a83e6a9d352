import type { Json } from "@agent-tools/contract";

/** One tool of a toolset, and how the agent is to see it. Absent overrides leave it as its plugin has it. */
export interface ToolsetTool {
  readonly plugin: string;
  readonly tool: string;
  /** Another name for it. Policy, effects and secrets go on by the tool's own name. */
  readonly name?: string;
  readonly description?: string;
  /** What arguments are where the agent gives none. */
  readonly defaults?: Readonly<Record<string, Json>>;
  /** Arguments that the agent neither sees nor gives: a value, or a secret of the plugin, which is the calling caller's own. */
  readonly hidden?: Readonly<Record<string, Json | { readonly secret: string }>>;
}

/** A named, versioned collection of tools. A version that was published never changes; publish another. */
export interface Toolset {
  readonly name: string;
  /** Semantic Versioning 2.0.0. */
  readonly version: string;
  /** The workspace that it belongs to. */
  readonly workspace: string;
  /** `public`: agents of other workspaces may have it too. Its definitions are shared, never a secret. */
  readonly visibility: "public" | "private";
  readonly description?: string;
  readonly tools: readonly ToolsetTool[];
  /** Skills that its agents may run; they find tools under the names that the toolset gives them. */
  readonly skills?: readonly { readonly plugin: string; readonly skill: string }[];
}

/** A toolset that an agent has: the newest version in a range. */
export interface ToolsetAttachment {
  readonly workspace: string;
  readonly agent: string;
  readonly toolset: string;
  /** A range of versions as npm writes them, for example `^1.2`. */
  readonly range: string;
  /** The workspace that it comes from, where several have a public one of that name. The own one comes first. */
  readonly from?: string;
}

/** Toolsets and who has which. */
export interface ToolsetsDocument {
  readonly toolsets: readonly Toolset[];
  readonly attachments: readonly ToolsetAttachment[];
  /** What an agent without a toolset has. */
  readonly withoutToolsets: "everything" | "nothing";
}
