import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import {
  type Client,
  clients,
  configFile,
  connect,
  connected,
  disconnect,
  type ServerEntry,
  type System,
} from "@agent-tools/client-configs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig, valueAt } from "../src/edit-config.js";

let home: string;
let system: System;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "agent-tools-clients-"));
  system = { platform: "linux", home, env: {}, project: join(home, "project") };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const server: ServerEntry = { name: "agent-tools", command: "/usr/bin/node", args: ["/srv/host.mjs"] };

/** A file as a person keeps it, with comments where the format has them. */
const kept: Readonly<Record<Exclude<Client["format"], "module">, (key: readonly string[]) => string>> = {
  json: ([first = "", second]) =>
    second === undefined
      ? `{\n    // mine\n    "${first}": {\n        "other": {"command":"x"}, // one line\n    },\n    "zoom": 1.50\n}`
      : `{\n  // mine\n  "${first}": { "${second}": {} },\n  "zoom": 1.50,\n}\n`,
  toml: ([first]) => `# mine\nzoom = 1.50\n\n[${first}.other]   # kept\ncommand = 'x'`,
  yaml: ([first]) => `# mine\nzoom: 1.50\n${first}:\n  other: {command: x}  # kept\n\n`,
};

const textFor = ({ format }: Client) => kept[format as keyof typeof kept];
const configured = clients.filter(({ format }) => format !== "module");

describe.each(configured.map((client) => [client.id, client] as const))("%s", (id, client) => {
  const withFile = (text: string) => {
    const file = configFile(client, { system });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o660);
    return file;
  };

  test("is connected and disconnected without a trace, comments included", async () => {
    for (const path of [client.path({}), client.path({ mcp: { other: {} } })]) {
      const text = textFor(client)(path);
      const file = withFile(text);
      const change = await connect(id, server, { system });
      expect(readFileSync(file, "utf8")).toBe(text);
      await change.apply();
      expect(await connected(id, "agent-tools", { system })).toMatchObject(client.entry(server, system));
      expect(statSync(file).mode & 0o777).toBe(0o660);
      await (await disconnect(id, "agent-tools", { system })).apply();
      expect(readFileSync(file, "utf8")).toBe(text);
      expect(existsSync(`${file}.before-agent-tools`)).toBe(false);
    }
  });

  test("gets a file where there is none, and loses it again; an empty one stays", async () => {
    const file = configFile(client, { system });
    await (await connect(id, server, { system })).apply();
    expect(await connected(id, "agent-tools", { system })).toBeDefined();
    await (await disconnect(id, "agent-tools", { system })).apply();
    expect(existsSync(file)).toBe(false);
    withFile("");
    await (await connect(id, server, { system })).apply();
    await (await disconnect(id, "agent-tools", { system })).apply();
    expect(readFileSync(file, "utf8")).toBe("");
  });

  test("loses only the entry where somebody has written since", async () => {
    const file = withFile(textFor(client)(client.path({})));
    await (await connect(id, server, { system })).apply();
    writeFileSync(file, readFileSync(file, "utf8").replace("1.50", "2.75"));
    await (await disconnect(id, "agent-tools", { system })).apply();
    const text = readFileSync(file, "utf8");
    expect(text).toContain("2.75");
    expect(text).toContain("mine");
    expect(await connected(id, "agent-tools", { system })).toBeUndefined();
  });

  test("goes back to the first text after two connections", async () => {
    const text = textFor(client)(client.path({}));
    const file = withFile(text);
    await (await connect(id, server, { system })).apply();
    const again = await connect(id, { ...server, args: ["/srv/new.mjs"] }, { system });
    expect(again.warnings.join()).toContain("is replaced");
    await again.apply();
    await (await disconnect(id, "agent-tools", { system })).apply();
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("has two servers connected and disconnected in either order, each by itself", async () => {
    const text = textFor(client)(client.path({}));
    const [one, two] = ["one", "two"].map((name) => ({ ...server, name })) as [ServerEntry, ServerEntry];
    for (const order of [
      [one, two],
      [two, one],
    ]) {
      const file = withFile(text);
      for (const each of [one, two, { ...one, args: ["/srv/new.mjs"] }]) {
        await (await connect(id, each, { system })).apply();
      }
      for (const { name } of order) {
        await (await disconnect(id, name, { system })).apply();
        expect(await connected(id, name, { system })).toBeUndefined();
      }
      // A blank line, or the end of the last, may be left where there was none.
      expect(readFileSync(file, "utf8").trimEnd()).toBe(text.trimEnd());
      expect(readdirSync(dirname(file))).toEqual([basename(file)]);
    }
  });

  test("shows what changes and nothing of what is beside it", async () => {
    withFile(textFor(client)(client.path({})));
    const { diff } = await connect(id, server, { system });
    expect(diff).toContain("host.mjs");
    expect(diff).not.toContain("other");
  });

  test("has no value of a variable written, only its name", async () => {
    const wanted = { ...server, env: ["SOME_TOKEN"] };
    const change = await connect(id, wanted, { system: { ...system, env: { SOME_TOKEN: "s3cret-value" } } });
    expect(change.after).not.toContain("s3cret-value");
    const isNamed = change.after?.includes("SOME_TOKEN") ?? false;
    expect(isNamed || change.warnings.join().includes("SOME_TOKEN")).toBe(true);
  });

  test("takes an address, or says that it takes none", async () => {
    const remote = { name: "agent-tools", url: "http://127.0.0.1:8321/mcp", tokenVariable: "HOST_TOKEN" };
    if (!client.takesUrls) {
      await expect(connect(id, remote, { system })).rejects.toThrow("takes no address");
      return;
    }
    expect((await connect(id, remote, { system })).after).toContain("http://127.0.0.1:8321/mcp");
  });

  test("says where its file is on each system, what to do next and where its logs are (O113)", () => {
    for (const platform of ["linux", "darwin", "win32"] as const) {
      const there = { ...system, platform, home: platform === "win32" ? "C:\\Users\\ada" : "/home/ada" };
      const file = configFile(client, { system: there });
      expect(file).toMatch(platform === "win32" ? /^C:\\Users\\ada\\/ : /^\/home\/ada\//);
      expect(client.logs(there)).not.toBe("");
    }
    expect(client.after.length + client.source.length).toBeGreaterThan(10);
  });
});

test("an entry that a person had under that name comes back, also where somebody has written since", async () => {
  const file = join(home, "mcp.json");
  const options = { system, file };
  const text = '{\n  "mcpServers": {\n    "agent-tools": { "command": "mine" }\n  },\n  "zoom": 1.50\n}\n';
  writeFileSync(file, text);
  await (await connect("cursor", server, options)).apply();
  writeFileSync(file, readFileSync(file, "utf8").replace("1.50", "2.75"));
  await (await disconnect("cursor", "agent-tools", options)).apply();
  expect(await connected("cursor", "agent-tools", options)).toEqual({ command: "mine" });
  expect(readFileSync(file, "utf8")).toContain("2.75");
});

test("what was connected, edited and connected once more is out after one undo", async () => {
  const file = join(home, "config.toml");
  const options = { system, file };
  writeFileSync(file, "zoom = 1.50\n");
  await (await connect("codex", server, options)).apply();
  writeFileSync(file, readFileSync(file, "utf8").replace("1.50", "2.75"));
  await (await connect("codex", { ...server, args: ["/srv/new.mjs"] }, options)).apply();
  await (await disconnect("codex", "agent-tools", options)).apply();
  expect(readFileSync(file, "utf8")).toBe("zoom = 2.75\n");
});

test("a link stays one, also to a file that is not there yet", async () => {
  const [link, target] = [join(home, "link.json"), join(home, "real.json")];
  symlinkSync("real.json", link);
  await (await connect("cursor", server, { system, file: link })).apply();
  expect(readFileSync(target, "utf8")).toContain("host.mjs");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  await (await disconnect("cursor", "agent-tools", { system, file: link })).apply();
  expect([existsSync(target), lstatSync(link).isSymbolicLink()]).toEqual([false, true]);
});

test.each([
  ["a text in Latin-1", Buffer.from('{"name": "caf\xe9"}', "latin1"), "is not in UTF-8"],
  ["a text in UTF-16", Buffer.from('\uFEFF{"name": 1}', "utf16le"), "is not in UTF-8"],
])("%s is not written", async (_, bytes, words) => {
  const file = join(home, "mcp.json");
  writeFileSync(file, bytes);
  await expect(connect("cursor", server, { system, file })).rejects.toThrow(words);
  expect(readFileSync(file)).toEqual(bytes);
});

test("a file that is read-only, a folder, or under a file is not written, and that is said", async () => {
  const file = join(home, "mcp.json");
  writeFileSync(file, "{}", { mode: 0o444 });
  const change = await connect("cursor", server, { system, file });
  await expect(change.apply()).rejects.toThrow(`${file} is read-only`);
  expect(readFileSync(file, "utf8")).toBe("{}");
  for (const none of [home, join(file, "mcp.json")]) {
    await expect(connect("cursor", server, { system, file: none })).rejects.toThrow(`${none} cannot be read`);
  }
  expect(readdirSync(home)).toEqual(["mcp.json"]);
});

describe("eve", () => {
  const remote: ServerEntry = { name: "agent-tools", url: "http://127.0.0.1:8321/mcp", tokenVariable: "HOST_TOKEN" };

  test("gets a file of its own, and loses it again", async () => {
    await (await connect("eve", remote, { system })).apply();
    const file = join(home, "project", "agent", "connections", "agent-tools-runtime.ts");
    expect(readFileSync(file, "utf8")).toContain('"tokenVariable":"HOST_TOKEN"');
    await (await connect("eve", { ...remote, url: "http://127.0.0.1:9000/mcp" }, { system })).apply();
    expect(await connected("eve", "agent-tools", { system })).toMatchObject({ url: "http://127.0.0.1:9000/mcp" });
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
    await (await disconnect("eve", "agent-tools", { system })).apply();
    expect(existsSync(file)).toBe(false);
  });

  test("has no file of somebody's own replaced, and no program started", async () => {
    await expect(connect("eve", server, { system })).rejects.toThrow("starts no program");
    const file = join(home, "mine.ts");
    writeFileSync(file, "export default {};\n");
    await expect(connect("eve", remote, { system, file })).rejects.toThrow("a file of your own");
  });
});

test("a command and paths among its arguments have forward slashes on Windows, too", async () => {
  const windows: System = { ...system, platform: "win32" };
  const file = join(home, "mcp.json");
  const change = await connect(
    "cursor",
    { ...server, command: "C:\\Program Files\\nodejs\\node.exe", args: ["D:\\srv\\host.mjs", "--match", "a\\d+"] },
    { system: windows, file },
  );
  expect(change.after).toContain('"C:/Program Files/nodejs/node.exe"');
  expect(valueAt(readConfig(change.after ?? "", "json", file), ["mcpServers", "agent-tools", "args"])).toEqual([
    ...["D:/srv/host.mjs", "--match", "a\\d+"],
  ]);
});

test("a file that changed between showing and writing is not written", async () => {
  const file = join(home, "mcp.json");
  writeFileSync(file, "{}");
  const change = await connect("cursor", server, { system, file });
  writeFileSync(file, '{"new": 1}');
  await expect(change.apply()).rejects.toThrow("changed in the meantime");
  expect(readFileSync(file, "utf8")).toBe('{"new": 1}');
});

test("an unknown client names those that are known", async () => {
  await expect(connect("netscape", server)).rejects.toThrow(/Known are: claude-desktop, .*codex/);
});

test("clients with a command of their own name it", () => {
  const commands = Object.fromEntries(clients.map(({ id, command }) => [id, command?.(server).join(" ")]));
  for (const id of ["codex", "hermes", "droid", "pi", "claude-code"]) {
    expect(commands[id], id).toMatch(new RegExp(`^${id === "claude-code" ? "claude" : id} mcp add`));
  }
});
