import type { Change, Effect } from "@agent-tools/contract";
import type { AuditEvent } from "./audit-event.js";

/** What a target that is rehearsed would have done, had it been allowed. */
export interface PromotionEntry {
  readonly plugin: string;
  readonly kind: AuditEvent["kind"];
  readonly name: string;
  readonly effect?: Effect;
  /** How many calls would have run. */
  readonly wouldHaveRun: number;
  /** How many of them nobody had confirmed; where confirmation is asked, they would have been asked about. */
  readonly unconfirmed: number;
  /** How many calls were refused before they were rehearsed, by error code: these would have been refused as well. */
  readonly refused: Readonly<Record<string, number>>;
  readonly first: string;
  readonly last: string;
  readonly callers: readonly string[];
  readonly channels: readonly string[];
  /** How often arguments had to be put right, by kind of change. */
  readonly changes: Readonly<Record<string, number>>;
  /** The newest arguments, at most 20, where the audit records arguments. */
  readonly arguments?: readonly unknown[];
}

/** The promotion report: text for a person, and the same as data. */
export interface PromotionReport {
  readonly text: string;
  readonly entries: readonly PromotionEntry[];
}

const MOST_ARGUMENTS = 20;

/** What would have happened: an entry for each target that was rehearsed in these events, those with most calls first. */
export function promotionReport(events: Iterable<AuditEvent>): PromotionReport {
  const byTarget = new Map<string, AuditEvent[]>();
  for (const event of events) {
    const key = JSON.stringify([event.plugin, event.kind, event.name]);
    const ofTarget = byTarget.get(key);
    if (ofTarget) ofTarget.push(event);
    else byTarget.set(key, [event]);
  }
  const entries = [...byTarget.values()]
    .filter((ofTarget) => ofTarget.some(isRehearsal))
    .map((ofTarget) => entryOf(ofTarget.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))))
    .sort((a, b) => b.wouldHaveRun - a.wouldHaveRun);
  const text = entries.length === 0 ? "Nothing was rehearsed." : entries.map(lineOf).join("\n");
  return { text, entries };
}

const isRehearsal = ({ outcome }: AuditEvent) => outcome === "shadowed";

function entryOf(events: readonly AuditEvent[]): PromotionEntry {
  const rehearsals = events.filter(isRehearsal);
  const newest = rehearsals.at(-1) as AuditEvent;
  const given = rehearsals.flatMap(({ arguments: args }) => (args === undefined ? [] : [args]));
  return {
    ...{ plugin: newest.plugin, kind: newest.kind, name: newest.name },
    ...(newest.effect !== undefined && { effect: newest.effect }),
    wouldHaveRun: rehearsals.length,
    unconfirmed: rehearsals.filter(({ effect, isConfirmed }) => effect !== "read" && !isConfirmed).length,
    refused: counted(events.filter(({ outcome }) => outcome === "refused").map(({ code }) => code ?? "internal")),
    first: (rehearsals[0] as AuditEvent).at,
    last: newest.at,
    callers: [...new Set(rehearsals.map(({ caller }) => caller))],
    channels: [...new Set(rehearsals.map(({ channel }) => channel))],
    changes: counted(rehearsals.flatMap(({ changes }) => changes.map((change: Change) => change.kind))),
    ...(given.length > 0 && { arguments: given.slice(-MOST_ARGUMENTS) }),
  };
}

function counted(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function lineOf(entry: PromotionEntry): string {
  const { plugin, name, effect, wouldHaveRun, unconfirmed, refused, first, last, callers, channels } = entry;
  const asked = unconfirmed > 0 ? ` ${unconfirmed} of them were not confirmed.` : "";
  const others = Object.entries(refused).map(([code, count]) => `${count} ${code}`);
  const refusals = others.length > 0 ? ` Refused all the same: ${others.join(", ")}.` : "";
  return `${plugin}:${name} (${effect ?? "unknown effect"}) would have run ${wouldHaveRun === 1 ? "once" : `${wouldHaveRun} times`} from ${first} to ${last}, for ${callers.join(", ")} on ${channels.join(", ")}.${asked}${refusals}`;
}
