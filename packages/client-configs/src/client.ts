import type { ServerEntry, System } from "./server-entry.js";

/** The formats of clients' files. JSON is read with comments and trailing commas; a module is a file of its own. */
export type ConfigFormat = "json" | "toml" | "yaml" | "module";

/** How a client is connected, and where that is known from. */
export interface Client {
  /** What it is called on the command line. */
  readonly id: string;
  readonly title: string;
  readonly format: ConfigFormat;
  /** What it calls itself to a server; undefined: not known. */
  readonly clientInfo?: string;
  /** The file of a project in which it reads standing instructions; undefined: it reads none. */
  readonly notes?: string;
  /** The file of the person, or of the project where the client has one of those. Undefined: not on this system. */
  file(system: System, scope: "user" | "project"): string | undefined;
  /** Where the servers stand in that file. A client with two generations of files looks at what is there. */
  path(config: unknown): readonly string[];
  /** What is written for a server. */
  entry(server: ServerEntry, system: System): object;
  /** How it refers to an environment variable; undefined: it has no way to. */
  readonly reference?: (variable: string) => string;
  /** The client's own command that does the same, if it has one. */
  command?(server: ServerEntry): readonly string[];
  /** False where it only starts programs. */
  readonly takesUrls: boolean;
  /** False where it only takes addresses. Default true. */
  readonly takesPrograms?: boolean;
  /** The variables of its own that a program gets beside those of the entry: all, these, or all whose names do not match. */
  readonly passes: "all" | readonly string[] | { readonly allBut: RegExp };
  /** Where it starts programs whose entry does not say: default the project's folder; `root`: it belongs to no project. */
  readonly startsIn?: "root";
  /** What has to happen until it sees the server. */
  readonly after: string;
  /** Where its log is. */
  logs(system: System): string;
  readonly source: string;
  /** When that was so, as year-month. */
  readonly date: string;
}
