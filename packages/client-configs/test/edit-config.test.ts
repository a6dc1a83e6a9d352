import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editConfig, readConfig, valueAt } from "../src/edit-config.js";

const entry = { command: "/usr/bin/node", args: ["/srv/host.mjs", "--a b"], env: { TOKEN: "$TOKEN" } };
const [servers, table] = [
  ["mcpServers", "tools"],
  ["mcp_servers", "tools"],
] as const;
const [inJson, inToml, inYaml] = [
  { format: "json", file: "f.json" },
  { format: "toml", file: "f.toml" },
  { format: "yaml", file: "f.yaml" },
] as const;
const json = (text: string, path: readonly string[] = servers) => editConfig(text, path, entry, inJson);
const toml = (text: string, value: object = entry) => editConfig(text, table, value, inToml);
const yaml = (text: string) => editConfig(text, table, entry, inYaml);
const withoutJson = (text: string) => editConfig(text, servers, undefined, inJson);
const withoutToml = (text: string) => editConfig(text, table, undefined, inToml);
const withoutYaml = (text: string) => editConfig(text, table, undefined, inYaml);

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

  test.each([
    '{\n  "mcpServers": {\n    "other": {}, // mine, too\n    // and more\n  }, // servers\n}\n// the end\n',
    '{\n  "mcpServers": {\n    "other": {} // mine, too\n  }\n}\n',
    '{\n  "mcpServers": {\n    "other": {} /* a */\n    /* b */ ,\n    // c\n  }\n}',
    '{\r\n\t"mcpServers": {\r\n\t\t// none yet\r\n\t}\r\n}',
    '{"mcpServers":{"other":{"command":"x"}},"z":1}',
    '{"mcpServers": { /* none, yet */ }}',
    '{"mcpServers": { // none\n}}',
    '{"mcpServers":{}}',
  ])("gets and loses its entry, and is what it was: %j", (text) => {
    expect(withoutJson(json(text))).toBe(text);
  });

  test("loses an entry that somebody wrote, its comment and its comma, wherever it stands", () => {
    const entries = ['"a": {}, // one', '"tools": {"command": "x"}, // two, of ours', '/* three */ "b": {}'];
    const text = (...all: string[]) => `{\n  "mcpServers": {\n    ${all.join("\n    ")}\n  }\n}\n`;
    expect(withoutJson(text(...entries))).toBe(text(entries[0] ?? "", entries[2] ?? ""));
    expect(withoutJson(text('"a": {}, // one', '"tools": {} // two'))).toBe(text('"a": {} // one'));
    expect(withoutJson('{"mcpServers": {"tools": {}, "b": {}}}')).toBe('{"mcpServers": {"b": {}}}');
    expect(withoutJson('{"mcpServers": {"a": {}, "tools": {}, /* b */ "b": {}}}')).toBe(
      '{"mcpServers": {"a": {}, /* b */ "b": {}}}',
    );
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
    const after = '# about the profile\n# more about it\n\n[profiles.mine]\nmodel = "o"\n';
    expect(withoutToml(`${toml(file)}\n${after}`)).toBe(`${file}\n${after}`);
    expect(withoutToml(`${toml(file)}# the end\n`)).toBe(`${file}\n# the end\n`);
    expect(withoutToml(`${file}[mcp_servers.tools]\n# old\n\ncommand = "x"\n`)).toBe(file);
    expect(withoutToml(toml(file))).toBe(file);
  });

  test.each([
    'note = """\n[mcp_servers.tools]\ncommand = "no table"\n"""\n',
    "note = '''\n[mcp_servers.tools]\n'''\n",
    'notify = [\n["mcp_servers"],\n["tools"]\n]\n\n[[profiles]]\nname = "a"\n\n[[profiles]]\nname = "b"\n',
    'mcp_servers.other.command = "x" # "dotted\n[mcp_servers.toolshed]\ncommand = "y"\n',
    'model = "m"\r\n[mcp_servers.other]\ncommand = "x"\n',
    "\uFEFFmodel = 'm'\r\n",
  ])("gets and loses its table, and is what it was: %j", (text) => {
    expect(toml(text).startsWith(text)).toBe(true);
    expect(withoutToml(toml(text))).toBe(text);
  });

  test("has a table replaced that holds what looks like one", () => {
    const old = '[ mcp_servers . "tools" ]\nargs = ["""\n[other]\n""",\n["x"]]\n\n';
    expect(withoutToml(`${old}[z]\na = 1\n`)).toBe("[z]\na = 1\n");
  });

  test.each([
    'mcp_servers = { other = { command = "x" } }\n',
    '[mcp_servers]\ntools = { command = "x" }\n',
    '[mcp_servers]\ntools.command = "x"\n',
    "mcp_servers = 3\n",
  ])("with servers in a form that no table can be added to is refused, with what to do: %j", (text) => {
    expect(() => toml(text)).toThrow(
      expect.objectContaining({
        message: "f.toml has a form that cannot be edited safely.",
        hint: expect.stringContaining("Add mcp_servers.tools by hand"),
      }),
    );
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
    expect(withoutYaml(after)).toBe(file);
  });

  test("gets the key where there is none", () => {
    expect(readConfig(yaml("model: x"), "yaml", "")).toEqual({ model: "x", mcp_servers: { tools: entry } });
    expect(readConfig(yaml(""), "yaml", "")).toEqual({ mcp_servers: { tools: entry } });
  });

  test.each([
    "base: &base\n  command: x # cmd\nmcp_servers:\n  # first\n  one: *base\n  two:\n    <<: *base\nlist:\n- a\n",
    'note: |\n  mcp_servers:\n    tools: 1\n"mcp_servers": # the\n\n  one:\n    tools:\n      a: 1\n\n\nlast: 1',
    "mcp_servers:\n  one:\n    command: x\nother:\n  tools:\n    command: z\n",
    "mcp_servers: {}\nmodel: x\n",
    "\uFEFFmcp_servers:\r\n    one:\r\n        command: |+\r\n          x\r\n\r\nmodel: x\n",
  ])("gets and loses its entry, and is what it was: %j", (text) => {
    expect(valueAt(readConfig(yaml(text), "yaml", ""), ["mcp_servers", "tools"])).toEqual(entry);
    expect(withoutYaml(yaml(text))).toBe(text);
  });

  test.each(["mcp_servers: # none\nmodel: x\n", "mcp_servers: ~ # none\nmodel: x\n"])(
    "with nothing under the key gets its entry there, and an empty map for it afterwards: %j",
    (text) => {
      expect(yaml(text)).toContain("mcp_servers: # none\n  tools:\n");
      expect(withoutYaml(yaml(text))).toBe("mcp_servers: {} # none\nmodel: x\n");
    },
  );

  test("loses an entry that somebody wrote, and nothing about what follows", () => {
    const text = "mcp_servers:\n  'tools': {command: x,\n    args: [a]}\n\n  # about two\n  two: {command: y}\n# end\n";
    expect(withoutYaml(text)).toBe("mcp_servers:\n\n  # about two\n  two: {command: y}\n# end\n");
  });

  test.each([
    "mcp_servers: { other: { command: x } }\n",
    "base: &s\n  one: {}\nmcp_servers: *s\n",
    "mcp_servers: &s\n  one: {}\nother: *s\n",
    "mcp_servers:\n- one\n",
    "just words\n",
  ])("in a form that no line can be added to is refused, with what to do: %j", (text) => {
    expect(() => yaml(text)).toThrow("f.yaml has a form that cannot be edited safely.");
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

test("no comment is lost, wherever it stands in a JSON file, when an entry comes and goes", () => {
  const gap = fc.constantFrom("", "", "\n  ", " // a, b\n", "/* c, } */", ' // "d": {\n  ', "\t", " /* e\n f, */ ");
  const value = fc.constantFrom("1", '"s, }"', "{}", "[1, 2,]", '{"k": /* g */ "v"}', '{\n "z": 1 // h\n}', '"// no"');
  const object = (members: readonly (readonly [string, fc.Arbitrary<string>])[]) => {
    const texts = members.map(([key, inner]) =>
      fc.tuple(gap, gap, gap, inner, gap).map(([a, b, c, v, d]) => `${a}"${key}"${b}:${c}${v}${d}`),
    );
    return fc.tuple(fc.tuple(...texts), fc.boolean(), gap).map(([all, hasComma, end]) => {
      return `{${all.join(",")}${hasComma && all.length > 0 ? "," : ""}${end}}`;
    });
  };
  const servers = fc.subarray(["a", "b"]).chain((keys) => object(keys.map((key) => [key, value] as const)));
  const members = [["x", value] as const, ["mcpServers", servers] as const, ["y", value] as const];
  const file = fc.tuple(gap, fc.subarray(members).chain(object), gap).map((parts) => parts.join(""));
  const comments = (text: string) => text.match(/ a, b|c, \}|"d": \{|e\r?\n f,|\* g|\/ h/g);
  fc.assert(
    fc.property(file, fc.constantFrom("\n", "\r\n"), (lines, eol) => {
      const text = lines.replaceAll("\n", eol);
      const added = json(text);
      expect(valueAt(readConfig(added, "json", ""), ["mcpServers", "tools"])).toEqual(entry);
      expect(comments(added)).toEqual(comments(text));
      expect(comments(withoutJson(added))).toEqual(comments(text));
    }),
    { numRuns: 500 },
  );
});
