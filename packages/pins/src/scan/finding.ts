/** How bad something is, the mildest first. From `high` on a definition counts as flagged. */
export type Severity = "review" | "high" | "critical";

/** Something about a definition that a person should look at. The definition itself is never changed. */
export interface Finding {
  /** What it is, for example `zero-width`, `sensitive-path`, `cross-tool`. */
  readonly class: string;
  readonly severity: Severity;
  /** Where, as a JSON Pointer (RFC 6901) into the definition. */
  readonly place: string;
  /** What was found, in one sentence. */
  readonly message: string;
  /** The text around it, with everything invisible spelt out; at most 120 characters. */
  readonly excerpt?: string;
}

const order: readonly Severity[] = ["review", "high", "critical"];

/** The worst severity among findings, or undefined where there is none. */
export function worstSeverity(findings: readonly { readonly severity: Severity }[]): Severity | undefined {
  return order.findLast((severity) => findings.some((finding) => finding.severity === severity));
}

/** True where a person should look before the tool is used: a finding is `high` or `critical`. */
export function isFlagged(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity !== "review");
}

const MOST_CHARACTERS = 120;

/** The part of a text around an index, with control and invisible characters as `\u{…}`. */
export function excerptAt(text: string, index: number): string {
  const start = Math.max(0, index - MOST_CHARACTERS / 4);
  let shown = "";
  for (const character of text.slice(start)) {
    const isPlain =
      character === " " || !/\p{C}|\p{Z}|\p{Variation_Selector}|\u115f|\u1160|\u3164|\uffa0/u.test(character);
    shown += isPlain ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
    if (shown.length >= MOST_CHARACTERS) return `${shown.slice(0, MOST_CHARACTERS - 1)}…`;
  }
  return shown;
}
