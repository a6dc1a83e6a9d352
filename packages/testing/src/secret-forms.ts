/** Shorter forms would be found in ordinary text. */
const SHORTEST = 4;

/** The forms in which a secret may come back: raw, in JSON, in a URL, hex, and base64 at each of the three alignments; the longest first. */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), hex, hex.toUpperCase()];
  for (const offset of [0, 1, 2]) {
    // Only the characters that depend on this secret alone, whatever stands before and after it.
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const core = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    forms.push(core, core.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST).sort((a, b) => b.length - a.length);
}

/** A copy of a JSON value in which each form of each secret is replaced by `[secret NAME]`, in keys as well. */
export function withoutSecrets<T>(value: T, secrets: ReadonlyMap<string, string>): T {
  const named = [...secrets].flatMap(([name, secret]) => secretForms(secret).map((form) => [form, name] as const));
  named.sort(([a], [b]) => b.length - a.length);
  const clean = (text: string): string =>
    named.reduce((rest, [form, name]) => rest.replaceAll(form, () => `[secret ${name}]`), text);
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return clean(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [clean(key), walk(held)]));
  };
  return walk(value) as T;
}
