import { createSearchIndex, type SearchDocument } from "@agent-tools/search";
import { describe, expect, test } from "vitest";

const tool = (name: string, description: string, fields: Partial<SearchDocument> = {}): SearchDocument => ({
  id: `hub/${name}`,
  kind: "tool",
  plugin: "hub",
  name,
  description,
  ...fields,
});

const names = (index: { search: ReturnType<typeof createSearchIndex>["search"] }, query: string) =>
  index.search(query).hits.map((hit) => hit.document.name);

describe("createSearchIndex", () => {
  test("finds by the parts of an identifier and puts the exact name first", () => {
    const index = createSearchIndex();
    index.update([
      tool("create_issue_comment", "Create a comment. Create issue, create issue."),
      tool("createIssue", "Open a new ticket"),
      tool("list_branches", "Branches of a repository"),
    ]);
    expect(names(index, "create issue")).toContain("createIssue");
    expect(names(index, "createIssue")[0]).toBe("createIssue");
    expect(names(index, "hub:list_branches")[0]).toBe("list_branches");
  });

  test("an empty query lists everything in the order given, by pages", () => {
    const index = createSearchIndex();
    index.update(["c", "a", "b"].map((name) => tool(name, "")));
    expect(index.search(" ", { limit: 2 })).toMatchObject({ total: 3, hits: [{ document: { name: "c" } }, {}] });
    expect(index.search("", { offset: 2 }).hits.map((hit) => hit.document.name)).toEqual(["b"]);
  });

  test("filters before it counts", () => {
    const index = createSearchIndex();
    index.update([tool("read_file", "Read a file", { isReadOnly: true }), tool("write_file", "Write a file")]);
    expect(index.search("file", { filter: (document) => document.isReadOnly === true }).total).toBe(1);
  });

  test("update replaces the set", () => {
    const index = createSearchIndex();
    index.update([tool("send_mail", "Send a letter"), tool("read_mail", "Read a letter")]);
    index.update([tool("send_mail", "Dispatch a parcel")]);
    expect(names(index, "letter")).toEqual([]);
    expect(names(index, "parcel")).toEqual(["send_mail"]);
  });

  test("refuses two documents of one id", () => {
    expect(() => createSearchIndex().update([tool("a", ""), tool("a", "")])).toThrow(/"hub\/a"/);
  });
});
