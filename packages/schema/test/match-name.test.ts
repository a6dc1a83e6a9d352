import { expect, test } from "vitest";
import { matchName, nearestNames } from "../src/index.js";

const targets = [
  { name: "get_issue", qualifiers: ["github"] },
  { name: "list_models", qualifiers: ["ollama"] },
  { name: "+1", qualifiers: [] },
];

test("a name in another spelling is the only one that it can be", () => {
  const spellings = [
    ...[
      "Get_Issue",
      "getIssue",
      "GET-ISSUE",
      "get issue",
      "get_issue()",
      "`get_issue`",
      '"get_issue"',
      "<get_issue>",
      " get_issue\n",
    ],
    ...[
      "github.get_issue",
      "github/get_issue",
      "mcp__github__get_issue",
      "agent_tools_github_get_issue",
      "functions.get_issue",
    ],
  ];
  for (const spelling of spellings)
    expect(matchName(spelling, targets)).toEqual({ status: "normalised", target: targets[0] });
  expect(matchName("get_issue", targets)).toEqual({ status: "exact", target: targets[0] });
});

test("a near name is told and never taken", () => {
  for (const other of [
    "get_issues",
    "gitlab.get_issue",
    "ollama.get_issue",
    "get_issue; rm -rf /",
    "get_issue({})",
    "../get_issue",
  ]) {
    expect(matchName(other, targets)).toEqual({ status: "unknown", nearest: ["get_issue"] });
  }
  for (const other of ["constructor", "__proto__", "", "-1", "1"]) {
    expect(matchName(other, targets)).toMatchObject({ status: "unknown" });
  }
});

test("a name of several is ambiguous, unless it is exactly one of them", () => {
  const twins = [{ name: "get_issue" }, { name: "getIssue" }];
  expect(matchName("GET_ISSUE", twins)).toEqual({ status: "ambiguous", targets: twins });
  expect(matchName("getIssue", twins)).toEqual({ status: "exact", target: twins[1] });
});

test("near names are near in letters or share a word", () => {
  expect(nearestNames("isueNumber", ["issueNumber", "owner"])).toEqual(["issueNumber"]);
  expect(nearestNames("id", ["item_id", "width"])).toEqual(["item_id"]);
  expect(nearestNames("zzz", ["owner"])).toEqual([]);
});
