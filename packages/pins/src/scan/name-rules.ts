import { excerptAt, type Finding } from "./finding.js";
import { mixedWord, readableText } from "./readable-text.js";

/** What a definition is compared with. */
export interface ScanContext {
  /** The tools of other servers, by server: a definition should not take their names, nor give orders about them. */
  readonly otherServers?: Readonly<Record<string, readonly string[]>>;
}

/** Names that cannot be sent, imitate another's, or mix scripts. */
export function nameFindings(name: string, { otherServers = {} }: ScanContext): readonly Finding[] {
  const place = "/name";
  const found: Finding[] = [];
  const excerpt = excerptAt(name, 0);
  if (!/^[\w.\-/]{1,128}$/.test(name)) {
    const message = "The name has other characters than A-Z, a-z, 0-9, _, -, . and /, or is not 1 to 128 long.";
    found.push({ class: "invalid-name", severity: "review", place, message, excerpt });
  }
  for (const [server, names] of Object.entries(otherServers)) {
    for (const other of names) {
      if (other === name) {
        const message = `Server "${server}" has a tool of the same name.`;
        found.push({ class: "name-collision", severity: "high", place, message, excerpt });
      } else if (isNear(name, other)) {
        const message = `It looks like "${other}" of server "${server}".`;
        found.push({ class: "near-name-collision", severity: "high", place, message, excerpt });
      }
    }
  }
  return found;
}

/** A text whose words mix Latin letters with lookalikes of another script. */
export function mixedScripts(text: string, place: string): readonly Finding[] {
  const word = mixedWord(text);
  if (word === undefined) return [];
  const message = "A word mixes letters of two scripts that look alike.";
  return [{ class: "homoglyph", severity: "high", place, message, excerpt: excerptAt(word, 0) }];
}

/** A tool of another server that is named in an order. */
export function orderAboutOthers(text: string, place: string, { otherServers = {} }: ScanContext): readonly Finding[] {
  for (const [server, names] of Object.entries(otherServers)) {
    for (const other of names) {
      if (other.length < 5) continue;
      const at = text.search(new RegExp(`(?<![\\w-])${other.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&")}(?![\\w-])`));
      if (at < 0) continue;
      const around = text.slice(Math.max(0, at - 80), at + other.length + 120);
      if (!/\b(?:always|never|must|instead|before|after|when|whenever|first|also|do not|don't|should)\b/i.test(around))
        continue;
      const message = `It gives an order about "${other}" of server "${server}".`;
      return [{ class: "cross-tool", severity: "high", place, message, excerpt: excerptAt(text, at) }];
    }
  }
  return [];
}

/** The same to a reader: `send_emai1`, `send-email` and `sendEmail` are `send_email`; or one letter away from it. */
function isNear(name: string, other: string): boolean {
  if (skeleton(name) === skeleton(other)) return true;
  if (Math.min(name.length, other.length) < 7) return false;
  // A plural or a number at the end makes another name, not an imitation.
  const plain = (text: string) => text.toLowerCase().replace(/[s\d]$/, "");
  return plain(name) !== plain(other) && isOneEditAway(name.toLowerCase(), other.toLowerCase());
}

function skeleton(name: string): string {
  return readableText(name)
    .replaceAll(/[\s_\-./]/g, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll(/[1|i]/g, "l")
    .replaceAll("0", "o")
    .replaceAll("5", "s")
    .replaceAll("3", "e");
}

/** True for one letter more, less or other, or two that changed places. */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
