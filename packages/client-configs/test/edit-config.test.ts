import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editConfig, readConfig, valueAt } from "../src/edit-config.js";

const entry = { command: "/usr/bin/node", args: ["/srv/host.mjs", "--a b"], env: { TOKEN: "$TOKEN" } };
const json = (text: string, path = ["mcpServers", "tools"], value: object | undefined = entry) =>
  editConfig(text, path, value, { format: "json", file: "f.json" });
const toml = (text: string, value: object | undefined = entry, path = ["mcp_servers", "tools"]) =>
  editConfig(text, path, value, { format: "toml", file: "f.toml" });
const yaml = (text: string, value: object | undefined = entry) =>
  editConfig(text, ["mcp_servers", "tools"], value, { format: "yaml", file: "f.yaml" });

describe("JSON", () => {
  const file = `// my settings
{
\t"theme": "dark", // keep it dark
\t/* the servers */
\t"mcpServers": {
\t\t"other": { "command": "x", "env": { "KEY": "s3cret" } },
\t},
\t"last": [1, 2,],
}
`;

  test("gets the entry, and keeps comments, tabs, trailing commas and the other servers", () => {
    const after = json(file);
    const lines = after.split("\n");
    expect(file.split("\n").filter((line) => !lines.includes(line))).toEqual([]);
    expect(valueAt(readConfig(after, "json", ""), ["mcpServers", "tools"])).toEqual(entry);
    expect(after).toContain('\t\t"tools": {');
  });

  test("keeps the line ends and the byte order mark of the file", () => {
    const after = json(`\uFEFF${file.replaceAll("\n", "\r\n")}`);
    expect(after.startsWith("\uFEFF//")).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("is made where the file is empty or has no servers", () => {
    expect(JSON.parse(json(""))).toEqual({ mcpServers: { tools: entry } });
    expect(JSON.parse(json("{}", ["mcp", "servers", "a"]))).toEqual({ mcp: { servers: { a: entry } } });
  });

  test("that cannot be read is left alone", () => {
    expect(() => json('{ "a": 1')).toThrow(/f\.json cannot be read: no valid JSON at character 8/);
    expect(() => json('{ "mcpServers": ["no"] }')).toThrow(/cannot be edited safely/);
  });
});

describe("TOML", () => {
  const file = `# Codex
model = "gpt" # the model

[mcp_servers.other] # mine
command = "x"

[mcp_servers.other.env]
KEY = "s3cret"

[profiles."a.b"]
model = "o"
`;

  test("gets its table, and nothing else changes", () => {
    const after = toml(file);
    expect(after.startsWith(file)).toBe(true);
    expect(valueAt(readConfig(after, "toml", ""), ["mcp_servers", "tools"])).toEqual(entry);
  });

  test("has its table replaced, sub-tables included", () => {
    const changed = toml(toml(file), { url: "http://127.0.0.1:8321/mcp" });
    expect(valueAt(readConfig(changed, "toml", ""), ["mcp_servers", "tools"])).toEqual({
      url: "http://127.0.0.1:8321/mcp",
    });
    expect(changed).toContain('[mcp_servers.other] # mine\ncommand = "x"');
  });

  test("loses its table and no comment about what follows", () => {
    const gone = (text: string) =>
      editConfig(text, ["mcp_servers", "tools"], undefined, { format: "toml", file: "f.toml" });
    const after = '# about the profile\n# more about it\n\n[profiles.mine]\nmodel = "o"\n';
    expect(gone(`${toml(file)}\n${after}`)).toBe(`${file}\n${after}`);
    expect(gone(`${toml(file)}# the end\n`)).toBe(`${file}\n# the end\n`);
    expect(gone(`${file}[mcp_servers.tools]\n# old\n\ncommand = "x"\n`)).toBe(file);
    expect(gone(toml(file)).trimEnd()).toBe(file.trimEnd());
  });

  test("with servers in a form that no table can be added to is refused", () => {
    expect(() => toml('mcp_servers = { other = { command = "x" } }\n')).toThrow(/f\.toml/);
    expect(() => toml('[mcp_servers]\ntools = { command = "x" }\n')).toThrow(/f\.toml/);
  });
});

describe("YAML", () => {
  const file = `# Hermes
model: x   # the model
mcp_servers:
    # mine
    other:
        command: "x"

tools: [a, b]
`;

  test("gets its entry beside its siblings, and nothing else changes", () => {
    const after = yaml(file);
    expect(after.split("\n").filter((line) => !file.includes(line))).toHaveLength(7);
    expect(valueAt(readConfig(after, "yaml", ""), ["mcp_servers", "tools"])).toEqual(entry);
    const gone = editConfig(after, ["mcp_servers", "tools"], undefined, { format: "yaml", file: "f.yaml" });
    expect(gone).toBe(file);
  });

  test("gets the key where there is none", () => {
    expect(readConfig(yaml("model: x"), "yaml", "")).toEqual({ model: "x", mcp_servers: { tools: entry } });
    expect(readConfig(yaml(""), "yaml", "")).toEqual({ mcp_servers: { tools: entry } });
  });

  test("in a form that no line can be added to is refused", () => {
    expect(() => yaml("mcp_servers: { other: { command: x } }\n")).toThrow(/f\.yaml/);
  });
});

test("whatever a JSON file holds, it holds it afterwards", () => {
  const key = fc.string({ minLength: 1 }).filter((name) => !["__proto__", "mcpServers"].includes(name));
  fc.assert(
    fc.property(fc.dictionary(key, fc.jsonValue()), fc.constantFrom(0, 2, "\t"), (rest, indent) => {
      const text = JSON.stringify(rest, null, indent);
      const { mcpServers, ...kept } = JSON.parse(json(text)) as Record<string, unknown>;
      return isDeepStrictEqual(kept, JSON.parse(text)) && isDeepStrictEqual(mcpServers, { tools: entry });
    }),
  );
});
