import type { Tool } from "@agent-tools/contract";
import { type DefinitionText, definitionTexts } from "./definition-texts.js";
import type { Finding } from "./finding.js";
import { hiddenText } from "./hidden-text.js";
import { hiddenCharacters } from "./invisible-characters.js";
import { mixedScripts, nameFindings, orderAboutOthers, type ScanContext } from "./name-rules.js";
import { ordersIn } from "./orders.js";
import { parameterFindings } from "./parameter-rules.js";
import { schemaFindings } from "./schema-rules.js";

/**
 * What a person should know before a tool is approved: orders to the model, hidden characters and text, orders about other
 * tools, parameters through which something leaves, and schemas that attack their reader. The worst come first. The
 * definition is read as data and never changed; nothing is fetched. No finding is no proof that a tool is good.
 */
export function scanDefinition(tool: Tool, context: ScanContext = {}): readonly Finding[] {
  const found: Finding[] = [...nameFindings(tool.name, context), ...parameterFindings(tool), ...schemaFindings(tool)];
  const seen = new Set<string>();
  for (const given of definitionTexts(tool)) {
    const text = { ...given, text: readablePart(given.text) };
    if (text.text !== given.text) found.push(tooLong(given));
    // Large schemas say the same things over and over; the first place is told.
    const key = `${text.kind} ${text.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(...hiddenCharacters(text.text, text.place), ...mixedScripts(text.text, text.place), ...ordersIn(text));
    if (text.kind === "name" || text.kind === "key") continue;
    found.push(...hiddenText(text.text, text.place), ...orderAboutOthers(text.text, text.place, context));
  }
  return sorted(unique(found));
}

/** Of a longer text the beginning and the end are read, so that no text holds the scanner up. */
const MOST_CHARACTERS = 40_000;

function readablePart(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS / 2)} ${text.slice(-MOST_CHARACTERS / 2)}`;
}

function tooLong({ text, place }: DefinitionText): Finding {
  const message = `It has ${text.length} characters, more than are read.`;
  return { class: "text-size", severity: "high", place, message };
}

const rank = { critical: 0, high: 1, review: 2 } as const;

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => rank[a.severity] - rank[b.severity]);
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ class: findingClass, place }) => {
    const key = `${findingClass} ${place}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
