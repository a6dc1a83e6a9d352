import type { Secrets } from "@agent-tools/contract";

const REFERENCE = /\{\{\s*secrets\.([^\s{}]+)\s*\}\}/g;

/** The names of the secrets that these texts refer to as `{{secrets.NAME}}`, each once. */
export function secretNames(texts: Iterable<string>): string[] {
  const names = new Set<string>();
  for (const text of texts) for (const [, name] of text.matchAll(REFERENCE)) names.add(name as string);
  return [...names];
}

/** The text with every `{{secrets.NAME}}` replaced. Throws `missing_secret` where one is not set. */
export async function fillSecrets(text: string, secrets: Secrets): Promise<string> {
  const values = new Map<string, string>();
  for (const name of secretNames([text])) values.set(name, await secrets.get(name));
  return text.replaceAll(REFERENCE, (_, name: string) => values.get(name) as string);
}

/** Every value of a record, filled in. */
export async function fillRecord(
  record: Readonly<Record<string, string>>,
  secrets: Secrets,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const [key, text] of Object.entries(record)) filled[key] = await fillSecrets(text, secrets);
  return filled;
}
