import { afterEach, expect, test, vi } from "vitest";
import { oneServer } from "../src/one-server.js";

const URL = "http://127.0.0.1:8321/mcp";

afterEach(() => vi.unstubAllEnvs());

test("an address, with the token of a variable where one is named", () => {
  vi.stubEnv("HOST_TOKEN", "t");
  expect(oneServer([URL])).toEqual({ server: { url: URL, name: URL, oauth: false } });
  expect(oneServer(["--token-env", "HOST_TOKEN", URL])).toEqual({
    server: { url: URL, name: URL, oauth: false, headers: { Authorization: "Bearer {{secrets.HOST_TOKEN}}" } },
    token: "HOST_TOKEN",
  });
});

test("a program, with options of its own and every variable", () => {
  vi.stubEnv("VARIABLE", "{{secrets.OTHER}}");
  const { server, port } = oneServer(["--port", "0", "--", "node", "server.mjs", "--port", "1"], true);
  expect(server).toEqual({
    command: "node",
    args: ["server.mjs", "--port", "1"],
    inheritEnv: Object.keys(process.env),
  });
  expect(port).toBe(0);
});

test.each([
  [[], /Name one http or https address/],
  [["--"], /Name one http or https address/],
  [["ftp://127.0.0.1/"], /Name one http or https address/],
  [[URL, URL], /Name one http or https address/],
  [[URL, "--tokn"], /--tokn/],
  [[URL, "--port", "1"], /--port/],
  [[URL, "--", "node"], /takes no address/],
  [["--token-env", "HOST_TOKEN", "--", "node"], /no token/],
  [[URL, "--token-env", "NOT_SET_ANYWHERE"], /NOT_SET_ANYWHERE of --token-env is not set/],
])("%j is refused", (args, why) => {
  expect(() => oneServer(args)).toThrow(why);
});

test.each(["65536", "-1", "1.5", "http", ""])("port %j is refused", (port) => {
  expect(() => oneServer([URL, `--port=${port}`], true)).toThrow(/is no port/);
});
