import { isObject, type JsonObject, type Tool } from "@agent-tools/contract";
import { canonicalJson as canonical } from "@agent-tools/schema";
import type { Pin } from "./lock.js";
import { needDigests, pinnedPart } from "./pin-digest.js";
import type { Pinnable } from "./pinnable.js";
import { pointerToken } from "./scan/definition-texts.js";
import { excerptAt, type Finding, type Severity } from "./scan/finding.js";
import { scanDefinition } from "./scan/scan-definition.js";

/** One thing that is other than it was when it was approved. */
export interface Change {
  readonly severity: Severity;
  /** A JSON Pointer into the definition, or `needs` and a field's name. */
  readonly place: string;
  /** In words for a person. */
  readonly message: string;
}

/** Everything that has changed since the pin was made, the worst first; nothing where it still holds. */
export function changesSince(pin: Pin, { definition, needs }: Pinnable): readonly Change[] {
  const before = pin.definition as Tool;
  const changes: Change[] = [];
  compare(before, pinnedPart(definition), "", (place, from, to) => changes.push(changeAt(place, from, to)));
  changes.push(...contradictions(before, definition), ...newRequirements(before, definition));
  changes.push(...newFindings(before, definition), ...changedNeeds(pin.needs, needDigests(definition, needs)));
  const rank = { critical: 0, high: 1, review: 2 };
  return changes.sort((a, b) => rank[a.severity] - rank[b.severity]);
}

/** The text of a value, also of one that is nested deeper than can be read. */
function canonicalJson(value: unknown): string {
  try {
    return canonical(value);
  } catch {
    return "something nested too deep to be read";
  }
}

type Report = (place: string, from: unknown, to: unknown) => void;

/** Property by property; lists and texts as wholes. */
function compare(before: unknown, after: unknown, place: string, report: Report): void {
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(own(before, key), own(after, key), `${place}/${pointerToken(key)}`, report);
    }
  } else if (canonicalJson(before) !== canonicalJson(after) || (before === undefined) !== (after === undefined)) {
    report(place, before, after);
  }
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A hint that is taken away or turned makes a tool look milder than it was. */
const milder: Readonly<Record<string, unknown>> = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

function changeAt(place: string, from: unknown, to: unknown): Change {
  const [, parameter] = /^\/inputSchema\/properties\/([^/]+)$/.exec(place) ?? [];
  const [, hint] = /^\/annotations\/(\w+)$/.exec(place) ?? [];
  const what = parameter === undefined ? place.slice(1) : `parameter "${parameter}"`;
  const isMilder = hint !== undefined && Object.hasOwn(milder, hint) && to === milder[hint];
  return { severity: isMilder ? "high" : "review", place, message: `${what} ${wordsFor(from, to)}` };
}

function wordsFor(from: unknown, to: unknown): string {
  if (from === undefined) return `was added: ${shown(to)}`;
  if (to === undefined) return `was removed: ${shown(from)}`;
  if (!Array.isArray(from) || !Array.isArray(to)) return `was ${shown(from)} and is ${shown(to)}`;
  const items = (list: readonly unknown[], other: readonly unknown[]) => {
    const known = new Set(other.map(canonicalJson));
    return list.filter((item) => !known.has(canonicalJson(item)));
  };
  const [added, removed] = [items(to, from), items(from, to)];
  if (added.length === 0 && removed.length === 0) return "has another order";
  return [
    added.length > 0 && `gained ${added.map(shown).join(", ")}`,
    removed.length > 0 && `lost ${removed.map(shown).join(", ")}`,
  ]
    .filter(Boolean)
    .join(" and ");
}

function shown(value: unknown): string {
  return excerptAt(typeof value === "string" ? JSON.stringify(value) : canonicalJson(value), 0);
}

/** Hints that deny each other, now and not before. */
function contradictions(before: Tool, after: Tool): readonly Change[] {
  const isTorn = ({ annotations: { readOnlyHint, destructiveHint } = {} }: Tool) =>
    readOnlyHint === true && destructiveHint === true;
  if (!isTorn(after) || isTorn(before)) return [];
  return [{ severity: "high", place: "/annotations", message: "says that it only reads, and that it destroys" }];
}

const secretName =
  /pass(?:word|wd|phrase)|token|secret|api[_-]?key|credential|private[_-]?key|otp|pin$|cookie|ssn|card/i;

/** A parameter that has to be given from now on. */
function newRequirements(before: Tool, after: Tool): readonly Change[] {
  const known = new Set(requiredOf(before));
  return requiredOf(after)
    .filter((name) => !known.has(name))
    .map((name) => ({
      severity: secretName.test(name) ? "high" : "review",
      place: "/inputSchema/required",
      message: `parameter "${name}" has to be given now${secretName.test(name) ? ", and asks for something secret" : ""}`,
    }));
}

function requiredOf({ inputSchema }: Tool): readonly string[] {
  const required: unknown = isObject(inputSchema) ? inputSchema["required"] : undefined;
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** What the scanner finds now and did not find before. */
function newFindings(before: Tool, after: Tool): readonly Change[] {
  const key = ({ class: findingClass, place, excerpt }: Finding) => `${findingClass} ${place} ${excerpt}`;
  const known = new Set(scanDefinition(before).map(key));
  return scanDefinition(after)
    .filter((finding) => !known.has(key(finding)))
    .map(({ severity, place, message, class: findingClass }) => ({
      severity,
      place,
      message: `${findingClass}: ${message}`,
    }));
}

function changedNeeds(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => before[field] !== after[field])
    .map((field) => {
      const words =
        before[field] === undefined ? "was added" : after[field] === undefined ? "was removed" : "has changed";
      return { severity: "high", place: `needs ${field}`, message: `what a call needs: "${field}" ${words}` };
    });
}

/** The fields that a pin keeps of a definition. */
export function pinOf({ definition, needs }: Pinnable, model: string): Pin {
  return {
    model,
    needs: needDigests(definition, needs),
    definition: structuredClone(pinnedPart(definition)) as JsonObject,
  };
}
