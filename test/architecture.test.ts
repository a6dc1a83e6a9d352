import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { layerByPrefix, layers } from "./architecture/layers.js";
import { type Import, type Member, readMembers } from "./architecture/member.js";
import { breaches } from "./architecture/rules.js";

const root = join(import.meta.dirname, "..");

test("the workspace keeps to docs/architecture.md, section 1", () => {
  expect(breaches(readMembers(root))).toEqual([]);
});

test("the layers are those of the picture in docs/architecture.md, from the top down", () => {
  const picture = /```\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/architecture.md"), "utf8"))?.[1] ?? "";
  const lines = picture.split("\n");
  let line = -1;
  for (const { layer, packages } of layers) {
    const start = lines.findIndex((text) => text.startsWith(` ${layer} `));
    expect(start, layer).toBeGreaterThan(line);
    line = start;
    const next = lines.findIndex((text, index) => index > start && !/^ {8}/.test(text));
    const words = new Set(lines.slice(start, next).flatMap((text) => text.split(/[\s(),]+/)));
    for (const name of packages) expect(words, `${name} in ${layer}`).toContain(name);
    for (const prefix of Object.keys(layerByPrefix).filter((key) => layerByPrefix[key] === layer)) {
      expect([...words].some((word) => word.startsWith(prefix))).toBe(true);
    }
  }
});

describe("every rule can fail", () => {
  const good: readonly Member[] = [
    member("packages/contract", { typebox: "1" }),
    member("packages/schema", { "@agent-tools/contract": "1" }),
    member("packages/skills", { "@agent-tools/schema": "1" }),
    member("packages/runtime", { "@agent-tools/contract": "1", "@agent-tools/skills": "1" }),
    member("packages/mcp-binding", { "@agent-tools/runtime": "1", "@modelcontextprotocol/server": "2" }),
    member("packages/mcp-stdio", { "@agent-tools/mcp-binding": "1" }),
    member("packages/mcp-http", { "@agent-tools/mcp-binding": "1" }),
    member("packages/adapter-one", { "@agent-tools/contract": "1", "@agent-tools/schema": "1" }),
    member("packages/adapter-two", { "@agent-tools/contract": "1" }),
    member("packages/testing", { "@agent-tools/runtime": "1" }),
    member("examples/quickstart", { "@agent-tools/adapter-one": "1", "@modelcontextprotocol/client": "2" }),
  ];

  test("a good tree breaks none", () => expect(breaches(good)).toEqual([]));

  const wrong: readonly [rule: string, bad: Member, breach: RegExp][] = [
    ["an arrow that points up", member("packages/runtime", { "@agent-tools/mcp-http": "1" }), /points up/],
    ["an arrow up from a source", member("packages/schema", {}, [from("@agent-tools/runtime")]), /points up/],
    ["a type from above", member("packages/schema", {}, [from("@agent-tools/runtime", "src/a.ts", true)]), /points up/],
    ["an adapter on an adapter", member("packages/adapter-one", { "@agent-tools/adapter-two": "1" }), /each other/],
    ["an adapter on the engine", member("packages/adapter-one", { "@agent-tools/runtime": "1" }), /points up/],
    ["a template on the engine", member("templates/adapter", { "@agent-tools/runtime": "1" }), /points up/],
    ["the engine on an adapter", member("packages/runtime", { "@agent-tools/adapter-one": "1" }), /as values/],
    ["a front on a front", member("packages/mcp-http", { "@agent-tools/mcp-stdio": "1" }), /do not use each other/],
    ["a package on testing", member("packages/runtime", { "@agent-tools/testing": "1" }), /beside/],
    ["a package with no layer", member("packages/helper", {}), /no layer/],
    ["contract on more than typebox", member("packages/contract", { typebox: "1", zod: "4" }), /uses zod/],
    ["contract on a part", member("packages/contract", {}, [from("@agent-tools/schema")]), /typebox only/],
    ["an MCP SDK elsewhere", member("packages/runtime", { "@modelcontextprotocol/core": "2" }), /only mcp-binding/],
    ["Node in a neutral entry", member("packages/search", {}, [from("node:fs", "src/index.ts")]), /reaches node:fs/],
    [
      "Node behind a neutral entry",
      member("packages/search", {}, [from("./cache.js", "src/index.ts"), from("fs/promises", "src/cache.ts")]),
      /reaches fs\/promises: packages\/search\/src\/index.ts → packages\/search\/src\/cache.ts/,
    ],
  ];

  test.each(wrong)("%s", (_rule, bad, breach) => {
    const tree = [...good.filter(({ folder }) => folder !== bad.folder), bad];
    expect(breaches(tree).join("\n")).toMatch(breach);
  });

  test("a cycle inside a layer", () => {
    const skills = member("packages/skills", { "@agent-tools/runtime": "1" });
    const tree = [...good.filter(({ folder }) => folder !== skills.folder), skills];
    expect(breaches(tree).join("\n")).toMatch(/A cycle: .*skills/);
  });

  test("Node behind another package of a neutral entry, unless only types come from there", () => {
    const runtime = member("packages/runtime", {}, [from("node:fs", "src/index.ts")]);
    const binding = (isTypeOnly: boolean) =>
      member("packages/mcp-binding", {}, [from("@agent-tools/runtime", "src/index.ts", isTypeOnly)]);
    expect(breaches([runtime, binding(false)]).join("\n")).toMatch(/mcp-binding claims .* reaches node:fs/);
    expect(breaches([runtime, binding(true)])).toEqual([]);
  });
});

function member(folder: string, dependencies: Record<string, string>, imports: readonly Import[] = []): Member {
  const name = folder.slice(folder.indexOf("/") + 1);
  return { folder, manifest: { name: `@agent-tools/${name}`, dependencies }, imports };
}

function from(specifier: string, file = "src/some.ts", isTypeOnly = false): Import {
  return { file, specifier, isTypeOnly };
}
