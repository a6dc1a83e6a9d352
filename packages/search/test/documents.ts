import type { SearchDocument, SearchIndex, SearchOptions } from "@agent-tools/search";

/** A tool of the plugin "hub". */
export function tool(name: string, description: string, fields: Partial<SearchDocument> = {}): SearchDocument {
  return { id: `${fields.plugin ?? "hub"}/${name}`, kind: "tool", plugin: "hub", name, description, ...fields };
}

/** The names of the hits, in order. */
export function namesOf(index: SearchIndex, query: string, options?: SearchOptions): readonly string[] {
  return index.search(query, options).hits.map((hit) => hit.document.name);
}

/** A catalogue of several fields, in which words of one field also stand in others. */
export const catalogue: readonly SearchDocument[] = [
  tool("create_directory", "Create a new directory or ensure a directory exists.", { plugin: "files" }),
  tool("write_file", "Create a file or overwrite one with new content.", {
    plugin: "files",
    parameters: [{ name: "path" }, { name: "content", description: "The text to write." }],
  }),
  tool("read_file", "Read the complete contents of a file.", { plugin: "files", isReadOnly: true }),
  tool("get_forecast", "Weather forecast for a city.", { plugin: "sky", isReadOnly: true }),
  tool("convertCurrency", "Converts an amount from one currency to another.", { plugin: "money" }),
  tool("listPullRequests", "List pull requests of a repository.", { plugin: "hub", isReadOnly: true }),
  tool("create_issue", "Open a ticket in a repository.", { plugin: "hub" }),
  tool("create_issue_comment", "Comment on an issue. Create issue comments, create them often.", { plugin: "hub" }),
  tool("play_song", "Play a song on a speaker.", { plugin: "sound" }),
  tool("pod_logs", "Logs of a Kubernetes pod.", { plugin: "cluster", isReadOnly: true }),
];
