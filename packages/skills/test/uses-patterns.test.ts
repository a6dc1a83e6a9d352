import { parseUses } from "@agent-tools/skills";
import { describe, expect, test } from "vitest";

describe("parseUses", () => {
  test("without entries a skill reaches its own plugin only", () => {
    const covers = parseUses(undefined, "git");
    expect(covers("git", "anything")).toBe(true);
    expect(covers("hub", "anything")).toBe(false);
  });

  test("a foreign entry leaves the own plugin whole", () => {
    const covers = parseUses(["hub:issues_*"], "git");
    expect(covers("hub", "issues_list")).toBe(true);
    expect(covers("hub", "repo_delete")).toBe(false);
    expect(covers("git", "push")).toBe(true);
    expect([...covers.plugins].sort()).toEqual(["git", "hub"]);
  });

  test("a bare or own entry narrows the own plugin", () => {
    for (const entry of ["read_*", "git:read_*"]) {
      const covers = parseUses([entry], "git");
      expect(covers("git", "read_log")).toBe(true);
      expect(covers("git", "push")).toBe(false);
    }
  });

  test("stars stand for any characters and everything else for itself", () => {
    const covers = parseUses(["*.list", "a+b", "**x*y**"], "p");
    expect(covers("p", "users.list")).toBe(true);
    expect(covers("p", "usersXlist")).toBe(false);
    expect(covers("p", "aab")).toBe(false);
    expect(covers("p", "1x2y3")).toBe(true);
    expect(covers("p", "line\n.list")).toBe(true);
  });

  test("an entry without prefix or pattern is refused with the field and what to write", () => {
    for (const entry of [":list", "hub:", ""]) {
      expect(() => parseUses([entry], "git")).toThrow(/meta\.uses.*prefix:pattern/);
    }
  });
});
