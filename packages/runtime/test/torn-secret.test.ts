import { secretScrubber } from "@agent-tools/runtime";
import * as fc from "fast-check";
import { expect, test } from "vitest";

const secret = 'tok/7f3a91c4+e2 b8"d6';
const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret), Buffer.from(secret).toString("hex")];
const base64 = Buffer.from(secret).toString("base64");

test("what is left of a secret where a text was cut is taken out, whichever form it has and wherever the cut is", () => {
  const { add, text } = secretScrubber();
  add(secret);
  fc.assert(
    fc.property(fc.constantFrom(...forms, base64), fc.integer({ min: 5, max: 60 }), (form, kept) => {
      fc.pre(kept < form.length);
      const end = text(`before ${form.slice(0, kept)}`, "end");
      expect(end).toBe(`before ${form.startsWith('"') ? '"' : ""}[secret]`);
      const start = text(`${form.slice(-kept)} after`, "start");
      expect(start).toMatch(/^\[secret\]"? after$/);
    }),
  );
});

test("a text that was not cut inside of a secret stays as it is", () => {
  const { add, text } = secretScrubber();
  add(secret);
  for (const side of ["start", "end"] as const) {
    for (const plain of ["", "to", "a token", "nothing of it here", "tokens"]) expect(text(plain, side)).toBe(plain);
    expect(text(`one ${secret} whole`, side)).toBe("one [secret] whole");
  }
});
