import { clientNamed, type System } from "@agent-tools/client-configs";
import { describe, expect, test } from "vitest";
import { launchOf } from "../src/launch.js";

const system: System = {
  platform: "linux",
  home: "/home/ada",
  project: "/home/ada/shop",
  env: { PATH: "/bin", HOME: "/home/ada", SHOP_URL: "http://127.0.0.1", SHOP_TOKEN: "t", USERPROFILE: undefined },
};

describe("a program is started", () => {
  test.each([
    ["claude-code", "/home/ada/shop", ["HOME", "PATH", "SHOP_TOKEN", "SHOP_URL"]],
    ["gemini-cli", "/home/ada/shop", ["HOME", "PATH", "SHOP_URL"]],
    ["codex", "/home/ada/shop", ["HOME", "PATH"]],
    ["claude-desktop", "/", ["HOME", "PATH"]],
  ])("by %s in %s", (id, folder, variables) => {
    expect(launchOf(clientNamed(id), system)).toMatchObject({ folder, variables });
  });

  test("and a person is told so", () => {
    expect(launchOf(clientNamed("gemini-cli"), system).words).toBe(
      "in /home/ada/shop, with the variables of this shell but SHOP_TOKEN",
    );
    expect(launchOf(clientNamed("codex"), system).words).toBe("in /home/ada/shop, with HOME, PATH");
    const windows: System = { ...system, platform: "win32", env: { APPDATA: "C:\\Users\\ada" } };
    expect(launchOf(clientNamed("claude-desktop"), windows).words).toBe("in C:\\, with APPDATA");
  });
});
