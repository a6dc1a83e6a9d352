import { describe, expect, test } from "vitest";
import { checkUrl } from "../src/index.js";

describe("checkUrl", () => {
  test("gives the parsed URL", () => {
    expect(checkUrl("HTTP://Example.com:80/a").href).toBe("http://example.com/a");
    expect(checkUrl("https://b.example/", "http://a.example/").host).toBe("b.example");
  });

  test.each([
    ["/relative", "is not a URL"],
    ["http://[::1", "is not a URL"],
    ["file:///etc/passwd", 'scheme "file:"'],
    ["ws://example.com/", 'scheme "ws:"'],
    ["unix:/var/run/docker.sock:/info", 'scheme "unix:"'],
    ["https://user:pass@example.com/", 'The URL for "example.com" holds credentials'],
  ])("%s is refused", (url, message) => {
    expect(() => checkUrl(url)).toThrow(message);
    expect(() => checkUrl(url)).toThrow(expect.objectContaining({ code: "network_refused" }));
  });

  test("a message never holds the credentials", () => {
    expect(() => checkUrl("https://user:hunter2@example.com/")).not.toThrow("hunter2");
    expect(() => checkUrl("https://user:hunter2@exa mple.com/")).not.toThrow("hunter2");
  });

  test("no redirect leads from https down to http", () => {
    expect(() => checkUrl("http://example.com/", "https://example.com/")).toThrow("down to http");
  });
});
