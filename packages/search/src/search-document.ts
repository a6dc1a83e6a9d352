/** One parameter of a tool or skill, as it is searched. */
export interface SearchParameter {
  readonly name: string;
  readonly description?: string;
}

/** A tool or skill as the index sees it. A host may attach what it needs: hits carry the very object that was given. */
export interface SearchDocument {
  /** Unique in the index. */
  readonly id: string;
  readonly kind: "tool" | "skill";
  /** The prefix of the plugin that it belongs to. */
  readonly plugin: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly parameters?: readonly SearchParameter[];
  /** The server behind the plugin, where it has a name of its own. */
  readonly server?: string;
  readonly tags?: readonly string[];
  /** Further words that people use for it, from its author, in any language. */
  readonly keywords?: readonly string[];
  readonly isReadOnly?: boolean;
}
