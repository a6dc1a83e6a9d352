import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import * as contract from "../src/index.js";
import { definePlugin, defineTool, effects, isObject, localCaller, strongestEffect, targetName } from "../src/index.js";

describe("the contract", () => {
  test("gives these values and no others", () => {
    expect(Object.keys(contract).sort()).toEqual([
      "ToolError",
      "compareKeys",
      "definePlugin",
      "defineTool",
      "effects",
      "errorCodes",
      "isObject",
      "isToolResult",
      "localCaller",
      "memoryStore",
      "resultValue",
      "standaloneContext",
      "standaloneHost",
      "strongestEffect",
      "targetName",
      "textResult",
      "toToolResult",
      "toolsAdapter",
    ]);
  });

  test("a local caller is complete, and takes the fields given", () => {
    expect(localCaller()).toEqual({
      workspace: "local",
      agent: "agent",
      caller: "local",
      channel: "local",
      conversation: "local",
    });
    expect(localCaller({ caller: "ada", roles: ["admin"] })).toMatchObject({ caller: "ada", roles: ["admin"] });
  });

  test("effects go from mild to strong, and the strongest wins", () => {
    expect(effects).toEqual(["read", "write", "destructive"]);
    expect(strongestEffect([])).toBe("read");
    expect(strongestEffect(["read", "destructive", "write"])).toBe("destructive");
    expect(strongestEffect(new Set(["read", "write"] as const))).toBe("write");
  });

  test("a target has a kind and a name, whatever characters the name has", () => {
    expect(targetName({ plugin: "p", tool: "a__b:c" })).toEqual({ kind: "tool", name: "a__b:c" });
    expect(targetName({ plugin: "p", skill: "s" })).toEqual({ kind: "skill", name: "s" });
    expect(targetName({ plugin: "p", resource: "file:///a" })).toEqual({ kind: "resource", name: "file:///a" });
    expect(targetName({ plugin: "p", prompt: "" })).toEqual({ kind: "prompt", name: "" });
  });

  test("an object is neither null nor a list", () => {
    expect([{}, Object.create(null), [], null, "text", undefined].map(isObject)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test("definePlugin gives the plugin back unchanged", () => {
    const ping = defineTool({ name: "ping", input: Type.Object({}), call: () => "pong" });
    const plugin = { name: "demo", prefix: "demo", adapter: contract.toolsAdapter([ping]) };
    expect(definePlugin(plugin)).toBe(plugin);
  });
});
