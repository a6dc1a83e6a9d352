import { createHash } from "node:crypto";

/** Twenty secrets, of all the characters that encoders treat in ways of their own. */
const tails = [
  ...["/+==", "?a=1&b=2", '"quoted"', "a b c", "%2F%41", "<b>&'x'", "\\n\\t", "~!@#$^*()", "{}[]|;:,", "plain"],
  ...[
    "ñ€漢",
    "tab\there",
    "two\nlines",
    "'single'",
    "$HOME`id`",
    "..//../",
    "=====",
    "emoji🦜",
    "under_score-",
    "UPPER",
  ],
];

/** One of the twenty: its name, its value, and the part of it that no encoder but base64 and hexadecimal changes. */
export interface Canary {
  readonly name: string;
  readonly value: string;
  readonly core: string;
}

/** The canaries of one run; another seed gives others. */
export function canariesOf(seed: string): readonly Canary[] {
  return tails.map((tail, nth) => {
    const core = createHash("sha256").update(`${seed} ${nth}`).digest("hex").slice(0, 28);
    return { name: `CANARY_${nth}`, core, value: `key-${core}-${tail}` };
  });
}

/** The forms in which a text tells a canary: its core as it is, in hexadecimal, and in base64 at each alignment. */
function tellTales({ core }: Canary): readonly string[] {
  const hex = Buffer.from(core).toString("hex");
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(core)]).toString("base64");
    return encoded.slice(4, Math.floor(((offset + core.length) * 8) / 6) - 1);
  });
  // Half of a secret is too much as well.
  return [core, core.slice(0, 14), core.slice(-14), hex, hex.toUpperCase(), ...base64];
}

/** The canaries that a text tells, with what is around each. */
export function told(text: string, canaries: readonly Canary[]): readonly string[] {
  return canaries.flatMap((canary) =>
    tellTales(canary).flatMap((form) => {
      const at = text.indexOf(form);
      return at < 0 ? [] : [`${canary.name}: …${text.slice(Math.max(0, at - 120), at + form.length + 20)}…`];
    }),
  );
}

/** How a careless program may show a value. */
export function shown(value: string): Record<string, string> {
  return {
    raw: value,
    base64: Buffer.from(value).toString("base64"),
    base64url: Buffer.from(`x${value}`).toString("base64url"),
    hex: Buffer.from(value).toString("hex"),
    upperHex: Buffer.from(value).toString("hex").toUpperCase(),
    url: encodeURIComponent(value),
    form: new URLSearchParams({ value }).toString(),
    json: JSON.stringify({ value }),
    twice: JSON.stringify(JSON.stringify({ value })),
    basic: `Basic ${Buffer.from(`user:${value}`).toString("base64")}`,
  };
}
