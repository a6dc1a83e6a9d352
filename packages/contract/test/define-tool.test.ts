import { describe, expect, test } from "vitest";
import { Type } from "typebox";
import { defineTool, standaloneContext, toolsAdapter } from "../src/index.js";

describe("defineTool", () => {
  test("infers the argument type from TypeBox and runs", async () => {
    const add = defineTool({
      name: "add",
      input: Type.Object({ a: Type.Number(), b: Type.Optional(Type.Number()) }),
      effect: "read",
      call: ({ a, b = 0 }) => a + b,
    });
    const adapter = toolsAdapter([add]);
    expect(await adapter.call("add", { a: 1, b: 2 }, standaloneContext())).toBe(3);
    expect(adapter.effect?.("add")).toBe("read");
  });
});
