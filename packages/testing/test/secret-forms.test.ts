import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretForms } from "../src/secret-forms.js";

const shows = (text: string, secret: string) => secretForms(secret).some((form) => text.includes(form));

describe("secretForms", () => {
  test("find a secret raw and encoded, whatever stands around it", () => {
    const secret = fc.string({ minLength: 6, unit: "grapheme" });
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, secret, after) => {
        const whole = `${before}${secret}${after}`;
        for (const encoding of ["utf8", "base64", "base64url", "hex"] as const) {
          expect(shows(Buffer.from(whole, "utf8").toString(encoding), secret)).toBe(true);
        }
        expect(shows(JSON.stringify({ whole }), secret)).toBe(true);
        expect(shows(`https://example.com/?q=${encodeURIComponent(before)}${encodeURIComponent(secret)}`, secret)).toBe(
          true,
        );
      }),
    );
  });

  test("do not find it where it is not", () => {
    expect(shows("Basic dXNlcjpwYXNzd29yZA==", "another-secret")).toBe(false);
  });

  test("leave out what is so short that ordinary text has it", () => {
    expect(secretForms("abc").every((form) => form.length >= 4)).toBe(true);
    expect(secretForms("")).toEqual([]);
  });
});
