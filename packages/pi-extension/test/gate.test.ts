import { describe, expect, test } from "vitest";
import { calledName, verdict } from "../src/gate.js";

describe("what is called", () => {
  test.each([
    ["desk__read_note", { title: "a" }, "desk__read_note"],
    ["call", { plugin: "desk", toolName: "write_note" }, "desk__write_note"],
    ["agent_tools_desk_call", { toolName: "write_note" }, "desk__write_note"],
    ["call_readonly", { plugin: "desk", toolName: "read_note" }, "desk__read_note"],
    ["agent_tools_my_desk_call_readonly", { toolName: "read_note" }, "my_desk__read_note"],
    ["agent_tools_run_skill", { plugin: "desk", skill: "count" }, "desk__count"],
    ["agent_tools_my_desk_run_skill", { skill: "count" }, "my_desk__count"],
    ["run_skill", { plugin: "desk", skill: "count" }, "desk__count"],
  ])("%s %o is %s", (listed, args, name) => {
    expect(calledName(listed, args)).toBe(name);
  });
});

describe("what the arguments cannot pass a tool off as", () => {
  const claimed = { plugin: "desk", toolName: "read_note", skill: "count" };
  test.each([
    ["shop__delete_all", claimed, "shop__delete_all"],
    ["shop__call", claimed, "shop__call"],
    ["agent_tools_shop_call", claimed, "shop__read_note"],
    ["call", { ...claimed, plugin: "shop" }, "shop__read_note"],
    ["run_skill", claimed, "desk__count"],
    ["run_skill", { toolName: "read_note" }, "run_skill"],
  ])("%s %o stays %s", (listed, args, name) => {
    expect(calledName(listed, args)).toBe(name);
  });
});

describe("the verdict", () => {
  const writes = { annotations: { readOnlyHint: false } };

  test("what says that it only reads runs, and what says nothing is asked about", () => {
    expect(verdict({ annotations: { readOnlyHint: true } }, "a__b", [])).toBe("reads");
    expect(verdict({}, "a__b", [])).toBe("asks");
    expect(verdict(writes, "a__b", [])).toBe("asks");
  });

  test.each([
    ["a__b", "approved"],
    ["a__*", "approved"],
    ["*", "approved"],
    ["a__", "asks"],
    ["a..b", "asks"],
    ["b", "asks"],
  ])("approved beforehand by %s: %s", (pattern, expected) => {
    expect(verdict(writes, "a__b", [pattern])).toBe(expected);
  });
});
