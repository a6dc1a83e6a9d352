/** The built-in tools. None of them starts a process. */
export type SystemToolName =
  | "time"
  | "echo"
  | "calc"
  | "read_file"
  | "http_fetch"
  | "webhook_call"
  | "memory_note"
  | "memory_search"
  | "knowledge_search";

/** The cage of `read_file`. */
export interface ReadFileCage {
  /** The folder that holds every file that can be read; links that lead out of it are refused. */
  readonly root: string;
  /** The largest file that is read, in bytes. Default 1,048,576. */
  readonly maxBytes?: number;
}

/** The cage of `http_fetch`. */
export interface HttpFetchCage {
  /** The hosts that may be asked, as `allowList` of `@agent-tools/network` takes them: `host`, `host:port`, `https://host`. */
  readonly allowHosts: readonly string[];
  /** So much of a body is read, in bytes; the rest is cut off. Default 1,048,576. */
  readonly maxBytes?: number;
  /** The most redirects in a row, each to a listed host; 0 follows none. At most 20, by default 5. */
  readonly maxRedirects?: number;
  /** For the whole call, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
}

/** The cage of `webhook_call`. */
export interface WebhookCallCage {
  /** The hosts that may be posted to, as for `http_fetch`. */
  readonly allowHosts: readonly string[];
  /** So much of an answer is read, in bytes; the rest is cut off. Default 65,536. */
  readonly maxBytes?: number;
  /** For the whole call, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
}

/** Who shares notes: everybody of a workspace, all callers of an agent, one caller, or one conversation of one caller. */
export type NoteScope = "workspace" | "agent" | "caller" | "conversation";

/** The cage of `memory_note` and `memory_search`. */
export interface MemoryCage {
  readonly scope: NoteScope;
  /** The most notes in one scope. Default 200. */
  readonly maxNotes?: number;
  /** The longest note, in characters. Default 1,000. */
  readonly maxNoteCharacters?: number;
}

/** The cage of `knowledge_search`. */
export interface KnowledgeCage {
  /** The folders that are searched, each under the name that answers give it. */
  readonly folders: Readonly<Record<string, string>>;
  /** Which files are read, by the ends of their names. Default `.md`, `.markdown`, `.mdx`, `.txt`, `.rst`, `.adoc`, `.org`. */
  readonly extensions?: readonly string[];
  /** The largest file that is read, in bytes. Default 1,048,576. */
  readonly maxFileBytes?: number;
  /** The most files in all folders together. Default 2,000. */
  readonly maxFiles?: number;
}

/** One row of a host's permissions, as far as it says which tools are granted. */
export interface Grant {
  /** A tool's name; `*` stands for any characters. */
  readonly tool: string;
  readonly mode: "allow" | "shadow" | "deny";
}

/** Which tools there are, and the cage of each one that can reach something. */
export interface SystemAdapterOptions {
  /** The tools that are listed. No other one is there. */
  readonly tools: readonly SystemToolName[];
  readonly readFile?: ReadFileCage;
  readonly httpFetch?: HttpFetchCage;
  readonly webhookCall?: WebhookCallCage;
  readonly memory?: MemoryCage;
  readonly knowledgeSearch?: KnowledgeCage;
  /** The host's permissions. The memory tools start only where a row covers them; nothing else looks at it. */
  readonly grants?: readonly Grant[];
}
