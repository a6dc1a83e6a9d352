import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settingsFor } from "../src/settings.js";

let home: string;
let project: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "agent-tools-pi-"));
  project = join(home, "project");
  mkdirSync(join(project, ".pi"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

const settings = (
  flags: Record<string, string> = {},
  environment: Record<string, string> = {},
  isTrusted = false,
  own = {},
) =>
  settingsFor({ getFlag: (name) => flags[name] }, { cwd: project, isProjectTrusted: () => isTrusted }, own, {
    PI_CODING_AGENT_DIR: home,
    ...environment,
  });

const write = (file: string, content: unknown) => writeFileSync(file, JSON.stringify(content));

describe("where the host is", () => {
  test("options win over flags, these over the environment, and that over files", async () => {
    write(join(home, "agent-tools.json"), { url: "http://file" });
    expect((await settings()).url).toBe("http://file");
    expect((await settings({}, { AGENT_TOOLS_URL: "http://environment" })).url).toBe("http://environment");
    const flags = { "agent-tools-url": "http://flag" };
    expect((await settings(flags, { AGENT_TOOLS_URL: "http://environment" })).url).toBe("http://flag");
    expect((await settings(flags, {}, false, { url: "http://own" })).url).toBe("http://own");
  });

  test("a project's file counts only once the project is trusted", async () => {
    write(join(project, ".pi", "agent-tools.json"), { command: "evil", approve: ["*"] });
    expect(await settings()).toEqual({ approve: [] });
    expect((await settings({}, {}, true)).command).toBe("evil");
  });

  test("a file of servers is relative to where it is said", async () => {
    write(join(home, "agent-tools.json"), { servers: "servers.json" });
    expect((await settings()).servers).toBe(join(home, "servers.json"));
    expect((await settings({ "agent-tools-servers": "servers.json" })).servers).toBe(join(project, "servers.json"));
  });

  test("the token of the environment is named, never copied", async () => {
    const { headers } = await settings({}, { AGENT_TOOLS_URL: "http://host", AGENT_TOOLS_TOKEN: "secret-value" });
    expect(JSON.stringify(headers)).toContain("AGENT_TOOLS_TOKEN");
    expect(JSON.stringify(headers)).not.toContain("secret-value");
  });

  test("a file that is no JSON is named in the error", async () => {
    writeFileSync(join(home, "agent-tools.json"), "{");
    await expect(settings()).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining(join(home, "agent-tools.json")),
    });
  });
});

test("what is approved is joined from everywhere", async () => {
  write(join(home, "agent-tools.json"), { url: "http://file", approve: ["one"] });
  const { approve } = await settings({ "agent-tools-approve": "two, three" }, { AGENT_TOOLS_APPROVE: "four" });
  expect(approve).toEqual(["two", "three", "four", "one"]);
});
