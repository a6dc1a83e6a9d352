import type { Secrets } from "@agent-tools/contract";

const REFERENCE = /\{\{\s*secrets\.([^\s{}]+)\s*\}\}/g;

/** The names of the secrets that these texts refer to as `{{secrets.NAME}}`, each once. */
export function secretNames(texts: Iterable<string>): string[] {
  const names = new Set<string>();
  for (const text of texts) for (const [, name] of text.matchAll(REFERENCE)) names.add(name as string);
  return [...names];
}

/** Fills secrets into texts and remembers what it filled in. */
export class SecretFiller {
  /** What was filled in, by name. */
  readonly used: Map<string, string> = new Map();
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** The text with every `{{secrets.NAME}}` replaced. Throws `missing_secret` where one is not set. */
  async text(text: string): Promise<string> {
    for (const name of secretNames([text])) {
      if (!this.used.has(name)) this.used.set(name, await this.#secrets.get(name));
    }
    return text.replaceAll(REFERENCE, (_, name: string) => this.used.get(name) as string);
  }

  /** Every value of a record, filled in. */
  async record(record: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const filled: Record<string, string> = {};
    for (const [key, text] of Object.entries(record)) filled[key] = await this.text(text);
    return filled;
  }
}

/** Shorter values stand in too much innocent text. */
const SHORTEST_SECRET = 4;

/** Takes these secrets out of a text, raw and in the encodings that headers, URLs and JSON give them. */
export function redactor(values: Iterable<string>): (text: string) => string {
  const forms = new Set<string>();
  for (const value of values) {
    if (value.length < SHORTEST_SECRET) continue;
    const bytes = Buffer.from(value);
    const hex = bytes.toString("hex");
    const written = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), hex, hex.toUpperCase()];
    for (const form of [...written, bytes.toString("base64"), bytes.toString("base64url")]) forms.add(form);
  }
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, form) => rest.replaceAll(form, "[secret]"), text);
}
