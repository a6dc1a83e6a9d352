/** Shorter values would tear ordinary text apart; a secret that short protects nothing. */
const SHORTEST = 4;

/** Remembers which secrets were handed out and takes them, raw and encoded, out of whatever leaves. */
export interface SecretScrubber {
  add(secret: string): void;
  /** The text with each form of each secret replaced. */
  text(text: string): string;
  /** The value with each string and key scrubbed; the very same value where nothing was found. */
  value<T>(value: T): T;
}

/** A scrubber that knows no secret yet. */
export function secretScrubber(): SecretScrubber {
  const secrets = new Set<string>();
  let pattern: RegExp | undefined;

  const text = (input: string): string => (pattern === undefined ? input : input.replace(pattern, "[secret]"));
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      let copy: unknown[] | undefined;
      for (let index = 0; index < value.length; index += 1) {
        const clean = walk(value[index]);
        if (clean === value[index]) continue;
        copy ??= [...value];
        copy[index] = clean;
      }
      return copy ?? value;
    }
    let isChanged = false;
    const entries = Object.entries(value).map(([key, held]) => {
      const entry = [text(key), walk(held)] as const;
      isChanged ||= entry[0] !== key || entry[1] !== held;
      return entry;
    });
    return isChanged ? Object.fromEntries(entries) : value;
  };

  return {
    add(secret) {
      if (secret.length < SHORTEST || secrets.has(secret)) return;
      secrets.add(secret);
      const forms = [...new Set([...secrets].flatMap(formsOf))].sort((a, b) => b.length - a.length);
      pattern = new RegExp(forms.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("|"), "g");
    },
    text,
    value: <T>(value: T) => (pattern === undefined ? value : (walk(value) as T)),
  };
}

/** The forms in which a secret may come back: raw, JSON, URL, form, hex, and base64 at each of the three alignments. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  const url = encodeURIComponent(secret);
  const forms = [secret, JSON.stringify(secret).slice(1, -1), url, url.replaceAll("%20", "+"), hex, hex.toUpperCase()];
  for (const offset of [0, 1, 2]) {
    // Only the characters that depend on this secret alone, whatever stands before and after it.
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = encoded.slice(from, to);
    forms.push(core, core.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return forms.filter((form) => form.length >= SHORTEST);
}
