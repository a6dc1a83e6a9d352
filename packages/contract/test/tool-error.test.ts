import { describe, expect, test, vi } from "vitest";
import { type ErrorCode, errorCodes, ToolError } from "../src/index.js";

describe("ToolError", () => {
  test("takes its hint and whether a repeat makes sense from the table", () => {
    const error = new ToolError("rate_limited", "10 calls a minute are allowed.");
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "ToolError",
      code: "rate_limited",
      message: "10 calls a minute are allowed.",
      hint: errorCodes.rate_limited.next,
      retryable: true,
    });
  });

  test("the thrower may know better than the table", () => {
    const cause = new Error("socket hang up");
    const error = new ToolError("upstream_error", "The service is busy.", {
      hint: "Come back in a minute.",
      retryable: true,
      retryAfterMs: 60_000,
      details: { status: 503 },
      cause,
    });
    expect(error).toMatchObject({ hint: "Come back in a minute.", retryable: true, retryAfterMs: 60_000, cause });
  });

  test("as JSON it has neither stack nor cause, and no field without a value", () => {
    const details = { status: 500 };
    const error = new ToolError("upstream_error", "No.", { details, retryAfterMs: 5, cause: new Error("inside") });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: "upstream_error",
      message: "No.",
      hint: errorCodes.upstream_error.next,
      retryable: false,
      retryAfterMs: 5,
      details,
    });
    expect(Object.keys(new ToolError("closed", "Closed.").toJSON())).toEqual(["code", "message", "hint", "retryable"]);
  });

  test("is() knows the errors of another copy of the package, and nothing else", async () => {
    vi.resetModules();
    const copy = await import("../src/index.js");
    expect(copy.ToolError).not.toBe(ToolError);
    const foreign = new copy.ToolError("denied", "No.");
    expect(foreign).not.toBeInstanceOf(ToolError);
    expect(ToolError.is(foreign)).toBe(true);
    expect(ToolError.from(foreign)).toBe(foreign);
    const lookalike = { name: "ToolError", code: "denied", message: "No.", hint: "", retryable: false };
    for (const value of [lookalike, Object.assign(new Error("No."), lookalike), "denied", null, undefined]) {
      expect(ToolError.is(value)).toBe(false);
    }
  });

  test("from() keeps the words of whatever was thrown, under the code given", () => {
    const cause = new TypeError("fetch failed");
    expect(ToolError.from(cause, "upstream_unavailable")).toMatchObject({
      code: "upstream_unavailable",
      message: "fetch failed",
      cause,
    });
    expect(ToolError.from(new RangeError())).toMatchObject({ code: "internal", message: "RangeError" });
    expect(ToolError.from("plain words")).toMatchObject({ code: "internal", message: "plain words" });
    expect(ToolError.from(undefined)).toMatchObject({ message: "undefined" });
  });
});

describe("the table of error codes", () => {
  const rows = Object.entries(errorCodes) as [ErrorCode, (typeof errorCodes)[ErrorCode]][];

  test.each(rows)("%s says what happened and what to do next, and maps to both protocols", (code, row) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(row.meaning).toMatch(/^[A-Z].*\.$/);
    expect(row.next).toMatch(/^[A-Z].*\.$/);
    expect(Number.isInteger(row.rpc) && row.rpc <= -32000 && row.rpc >= -32768).toBe(true);
    expect(row.http).toBeGreaterThanOrEqual(400);
    expect(row.http).toBeLessThan(600);
  });

  test("what may have run, or was refused for good, is never marked as worth repeating", () => {
    for (const code of ["unknown_outcome", "denied", "stop_retrying", "invalid_result"] as const) {
      expect(errorCodes[code].retryable).toBe(false);
    }
  });
});
