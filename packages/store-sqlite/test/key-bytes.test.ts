import { compareKeys } from "@agent-tools/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { endOfPrefix, keyBytes, keyOf } from "../src/key-bytes.js";

const segment = fc.string({
  unit: fc.oneof(fc.constantFrom("\u0000", "\u0001", "a", "\uFFFF", "\uD800"), fc.string({ unit: "binary" })),
  maxLength: 4,
});
const key = fc.array(segment, { maxLength: 4 });

test("bytes are in the order of the keys, and give the key back", () => {
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(keyOf(keyBytes(a))).toEqual(a);
      expect(Math.sign(Buffer.compare(keyBytes(a), keyBytes(b)))).toBe(Math.sign(compareKeys(a, b)));
    }),
  );
});

test("a key begins with a prefix exactly where its bytes lie between the prefix and its end", () => {
  fc.assert(
    fc.property(key, key, fc.boolean(), (prefix, rest, isBelow) => {
      const whole = isBelow ? [...prefix, ...rest] : rest;
      const begins = prefix.every((each, index) => whole[index] === each);
      const bytes = keyBytes(whole);
      const end = endOfPrefix(keyBytes(prefix));
      const lies = Buffer.compare(bytes, keyBytes(prefix)) >= 0 && (!end || Buffer.compare(bytes, end) < 0);
      expect(lies).toBe(begins);
    }),
  );
});
