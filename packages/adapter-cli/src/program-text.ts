import { stripVTControlCharacters } from "node:util";

/** A secret shorter than this would tear ordinary text apart, and protects nothing. */
const shortestSecret = 4;

/** What a program printed, without terminal control sequences, other control characters, and the secrets it was given. */
export function programText(printed: string, secrets: readonly string[]): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to take out; tab and line ends stay.
  const plain = stripVTControlCharacters(printed).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, "");
  return secrets
    .filter((secret) => secret.length >= shortestSecret)
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), plain);
}
