import { createSearchIndex } from "@agent-tools/search";

const index = createSearchIndex();
index.update([
  { id: "1", kind: "tool", plugin: "files", name: "create_directory", description: "Create a directory." },
  { id: "2", kind: "tool", plugin: "hub", name: "listPullRequests", description: "Pull requests of a repository." },
]);
const { total, hits } = index.search("make a new folder", { limit: 5, filter: (document) => document.kind === "tool" });
if (hits[0]?.document.name !== "create_directory") throw new Error(`Found ${total}, but not the right one first.`);
