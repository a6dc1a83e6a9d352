import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretScrubber } from "../src/index.js";

function scrubberOf(...secrets: readonly string[]) {
  const scrubber = secretScrubber();
  secrets.forEach(scrubber.add);
  return scrubber;
}

/** Secrets as they come: tokens, passphrases, passwords of every sign, text of any script. */
const secret = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z0-9_-]{8,60}$/),
    fc
      .array(fc.constantFrom("correct", "horse", "battery"), { minLength: 3, maxLength: 6 })
      .map((words) => words.join(" ")),
    fc.stringMatching(/^[!-~]{8,40}$/),
    fc.string({ unit: "grapheme", minLength: 8, maxLength: 30 }),
  )
  .filter((text) => text === text.trim() && !/\p{Surrogate}/u.test(text))
  // Beside another backslash, one at its end could as well be one that is escaped twice.
  .filter((text) => !/^\\|\\$/.test(text));

/** What stands around it; of other letters than secrets have, so that it holds none by chance. */
const around = fc.string({ unit: fc.constantFrom(..."<&\"'/\\ \n=+é😀[]{}:,\u0000"), maxLength: 20 });

/** What stands before it. A backslash there could as well belong to an escape of the secret's first character. */
const before = around.filter((text) => !text.endsWith("\\"));

/** Writes a text so that each character becomes the same wherever it stands. */
type Encoder = (text: string) => string;

/** How whoever answers may have written a text that holds the secret, each on its own terms. */
const encoders: Readonly<Record<string, Encoder>> = {
  "as it is": (text) => text,
  "in JSON": (text) => JSON.stringify({ text }),
  "in JSON in JSON": (text) => JSON.stringify({ body: JSON.stringify([text]) }),
  "in JSON in JSON in JSON": (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))),
  "in JSON of ASCII alone": (text) => JSON.stringify(text).replace(/[^ -~]/g, unicodeEscape),
  "in JSON with escaped slashes": (text) =>
    JSON.stringify(text)
      .replace(/[^\0-\x7f]/g, unicodeEscape)
      .replaceAll("/", "\\/"),
  "in JSON with escaped slashes, text as it is": (text) =>
    JSON.stringify(text)
      .replace(/[\u2028\u2029]/g, unicodeEscape)
      .replaceAll("/", "\\/"),
  "in JSON that is safe in HTML": (text) => JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, unicodeEscape),
  "by encodeURIComponent": (text) => encodeURIComponent(text),
  "by encodeURIComponent, escapes in lower case": (text) => lowerEscapes(encodeURIComponent(text)),
  "by encodeURI": (text) => encodeURI(text),
  "in a form": (text) => new URLSearchParams({ text }).toString(),
  "in a form, escapes in lower case": (text) => lowerEscapes(new URLSearchParams({ text }).toString()),
  "in a URL whose reserved characters are all escaped": (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  "in hex": (text) => Buffer.from(text).toString("hex"),
  "in hex of capitals": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "in HTML": (text) => reserved(text),
  "in an attribute of HTML": (text) => reserved(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
  "in an attribute by Python": (text) => reserved(text).replaceAll('"', "&quot;").replaceAll("'", "&#x27;"),
  "in an attribute by Go": (text) => reserved(text).replaceAll('"', "&#34;").replaceAll("'", "&#39;"),
  "in HTML in JSON": (text) => JSON.stringify({ html: `<b>${reserved(text)}</b>` }),
};

/** These write bytes three at a time, so that the secret's first and last one may share a character with others. */
const base64Encoders: Readonly<Record<string, Encoder>> = {
  "in base64": (text) => Buffer.from(text).toString("base64"),
  "in base64url": (text) => Buffer.from(text).toString("base64url"),
  "in base64 in a URL": (text) => encodeURIComponent(Buffer.from(text).toString("base64")),
  "in base64 in JSON with escaped slashes": (text) => Buffer.from(text).toString("base64").replaceAll("/", "\\/"),
};

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function lowerEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase());
}

function reserved(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

describe("a secret is found, wherever it stands,", () => {
  test.each(Object.entries(encoders))("%s, and nothing else is taken", (_, encode) => {
    fc.assert(
      fc.property(before, secret, around, (first, held, after) => {
        const clean = scrubberOf(held).text(encode(`${first}${held}${after}`));
        // Each encoder leaves these letters in one piece, and nothing else has them.
        const [start, end] = encode(`${first}ZZZZZZZZ${after}`).split(/Z{8}|(?:5a){8}/i);
        expect(clean).toBe(`${start}[secret]${end}`);
      }),
    );
  });

  test.each(Object.entries(base64Encoders))("%s, but for the ends that it shares with others", (_, encode) => {
    fc.assert(
      fc.property(before, secret, around, (first, held, after) => {
        const clean = scrubberOf(held).text(encode(`${first}${held}${after}`));
        expect(clean).toContain("[secret]");
        const rest = clean.length - "[secret]".length;
        expect(rest).toBeLessThanOrEqual(encode(first).length + encode(after).length + 12);
      }),
    );
  });

  test("in strings, keys, numbers and what objects write of themselves, and what holds it is copied, not changed", () => {
    const { value } = scrubberOf("s3cr3t-token", "48291377");
    const url = new URL("https://example.com/?key=s3cr3t-token");
    const given = Object.freeze({
      list: Object.freeze([1, "a s3cr3t-token b", Object.freeze({ deep: "s3cr3t-token" })]),
      "key s3cr3t-token": 48291377,
      url,
      kept: Object.freeze({ a: [1] }),
    });
    const clean = value<object>(given);
    expect(clean).toEqual({
      list: [1, "a [secret] b", { deep: "[secret]" }],
      "key [secret]": "[secret]",
      url: "https://example.com/?key=[secret]",
      kept: { a: [1] },
    });
    expect((clean as typeof given).kept).toBe(given.kept);
    expect(Object.keys(clean)).toEqual(["list", "key [secret]", "url", "kept"]);
  });

  test("in JSON that stands as text inside of a value, at any depth", () => {
    fc.assert(
      fc.property(secret, fc.json(), fc.constantFrom(1, 2, 3), (held, json, depth) => {
        let text = JSON.stringify({ json, held: ["before", held, "after"] });
        for (let level = 1; level < depth; level += 1) text = JSON.stringify({ text });
        const clean = scrubberOf(held).value({ content: [{ type: "text", text }] });
        let inner = String(clean.content[0]?.text);
        for (let level = 1; level < depth; level += 1) inner = JSON.parse(inner).text;
        const told = JSON.parse(inner).held[1];
        expect(told.replace("[secret]", "").trim()).toBe("");
      }),
    );
  });

  test("beside others: what overlaps goes as one, and no form of any is left", () => {
    expect(scrubberOf("abcdefghij", "ghijklmnop").text("_abcdefghijklmnop_")).toBe("_[secret]_");
    expect(scrubberOf("abcdefgh", "abcdefghijkl").text("abcdefghijkl abcdefgh")).toBe("[secret] [secret]");
    expect(scrubberOf("aaaaaaaa").text("aaaaaaaaaaaa")).toBe("[secret]");
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[ab%]{8,12}$/), { minLength: 1, maxLength: 30 }),
        fc.stringMatching(/^[ab%]{0,400}$/),
        (secrets, text) => {
          const clean = scrubberOf(...secrets).text(text);
          for (const each of secrets) expect(clean).not.toContain(each);
          // Where nothing is found one at a time, nothing is found together.
          expect(clean === text).toBe(!secrets.some((each) => scrubberOf(each).text(text) !== text));
        },
      ),
    );
  });

  test("however many there are, and in whatever order they came", () => {
    const secrets = Array.from({ length: 2_000 }, (_, index) => `token-${index}-${(index * 7919).toString(36)}`);
    const [ordered, reversed] = [scrubberOf(...secrets, "short1"), scrubberOf("short1", ...secrets.toReversed())];
    for (const each of [...secrets, "short1"]) {
      expect(ordered.text(`a ${each} b`)).toBe("a [secret] b");
      expect(reversed.text(`a ${each} b`)).toBe("a [secret] b");
    }
  });

  test("without the white space that a file or a variable had around it", () => {
    expect(scrubberOf("s3cr3t-token\n").text("Bearer s3cr3t-token")).toBe("Bearer [secret]");
  });

  test("whatever it holds, also what is no text in UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 8 }), (held) => {
        fc.pre(held.trim().length >= 8);
        expect(scrubberOf(held).text(`<${held}>`)).toContain("[secret]");
      }),
    );
  });
});

describe("what holds no secret is left alone", () => {
  test("the very same value comes back, byte for byte", () => {
    const words = ["correct-horse-battery", "p@ss w\"rd/é&<>'`=", "ghp_0123456789abcdefghijklmnopqrstuvwxyz"];
    const { value, text } = scrubberOf(...words);
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: true, withMap: true }), (given) => {
        const before = structuredClone(given);
        // Two invalid dates are not equal on Node 20.
        fc.pre(isDeepStrictEqual(structuredClone(given), before));
        expect(value(given)).toBe(given);
        expect(isDeepStrictEqual(structuredClone(given), before)).toBe(true);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: "binary" }), (given) => text(given) === given));
  });

  test("only the secret goes, and every byte around it stays", () => {
    const around = fc.string({ unit: "grapheme" }).filter((text) => !/[a-z0-9_-]/i.test(text));
    fc.assert(
      fc.property(fc.array(around, { minLength: 1 }), (parts) => {
        const given = parts.join("the-real-secret-9");
        expect(scrubberOf("the-real-secret-9").text(given)).toBe(parts.join("[secret]"));
      }),
    );
  });

  test("a short secret goes where it is a word of its own, and tears no other word apart", () => {
    const { text, value } = scrubberOf("pass", "1234");
    expect(text("the pass is: pass, 'pass' (pass) pass=1234")).toBe(
      "the [secret] is: [secret], '[secret]' ([secret]) [secret]=[secret]",
    );
    for (const same of ["passport bypass pass_word compass3", "v12345 x1234", "überpass passé", "cGFzcwxy"]) {
      expect(text(same)).toBe(same);
    }
    expect(text(JSON.stringify("a\npass\n"))).toBe('"a\\n[secret]\\n"');
    expect(text("q=%20pass%20")).toBe("q=%20[secret]%20");
    expect(text(`Basic ${Buffer.from("pass").toString("base64")}`)).toBe("Basic [secret]==");
    expect(value({ id: 12_345, pin: 1_234 })).toEqual({ id: 12_345, pin: "[secret]" });
  });

  test("fewer than four characters are no secret", () => {
    const { value } = scrubberOf("", " ", "abc", "123", "\n\n\n\n\n\n");
    const given = { abc: "abc 123", number: 123, lines: "\n\n\n\n\n\n" };
    expect(value(given)).toBe(given);
    expect(value(given).number).toBe(123);
  });
});

test("the latest 10,000 secrets are remembered, and one that is handed out again counts as new", () => {
  const scrubber = secretScrubber();
  const name = (index: number) => `secret-number-${index}-`;
  scrubber.add("handed-out-again");
  for (let index = 0; index < 10_050; index += 1) {
    scrubber.add(name(index));
    if (index % 100 === 0) scrubber.add("handed-out-again");
  }
  expect(scrubber.text("handed-out-again")).toBe("[secret]");
  expect(scrubber.text(name(10_049))).toBe("[secret]");
  expect(scrubber.text(name(0))).toBe(name(0));
});
