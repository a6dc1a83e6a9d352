import { childEnvironment } from "@agent-tools/child-process";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

beforeEach(() => {
  for (const name of Object.keys(process.env)) vi.stubEnv(name, undefined);
  const host = { PATH: "/bin", LANG: "C", LC_CTYPE: "C", HOME: "/home/me", USER: "me", TERM: "xterm", TOKEN: "s3cret" };
  for (const [name, value] of Object.entries(host)) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

describe.skipIf(process.platform === "win32")("a child's environment", () => {
  const system = { PATH: "/bin", LANG: "C", LC_CTYPE: "C" };

  test("of the system has no home, of the user it has; neither has the host's other variables", () => {
    expect(childEnvironment({ base: "system" })).toEqual(system);
    expect(childEnvironment({ base: "user" })).toEqual({ ...system, HOME: "/home/me", USER: "me", TERM: "xterm" });
  });

  test("has what is named, where it is set", () => {
    expect(childEnvironment({ base: "system", inherit: ["TOKEN", "ABSENT"] })).toEqual({ ...system, TOKEN: "s3cret" });
  });

  test("has the variables given, before all others", () => {
    const variables = { PATH: "/opt/bin", TOKEN: "given" };
    expect(childEnvironment({ base: "system", inherit: ["TOKEN"], variables })).toEqual({ ...system, ...variables });
  });

  test("has no shell functions", () => {
    vi.stubEnv("TOKEN", "() { :; }");
    expect(childEnvironment({ base: "system", inherit: ["TOKEN"] })).toEqual(system);
  });
});
