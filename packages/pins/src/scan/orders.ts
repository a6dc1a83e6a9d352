import type { DefinitionText, TextKind } from "./definition-texts.js";
import { excerptAt, type Finding } from "./finding.js";
import { type OrderRule, orderRules } from "./order-rules.js";
import { isQuoted, readableName, readableText } from "./readable-text.js";

/** How an order is called besides, where it stands in a place that is not for orders. */
const placeClasses: Readonly<Partial<Record<TextKind, string>>> = {
  enum: "instruction-in-enum",
  example: "instruction-in-example",
  default: "instruction-in-default",
  key: "instruction-in-key",
  name: "instruction-in-name",
  comment: "instruction-in-comment",
};

/** A description may speak of an attack: to say that it is found, refused, or what it looks like. */
const speaksOf =
  /\b(?:detect|detects|detection|finds|scans?|checks? (?:for|whether)|flags?|blocks?|filters?|recogni[sz]es?|classif\w+|sanitiz\w+|e\.g\.|for example|for instance|such as|example|sample|text|phrase|strings?|patterns?|attacks?|injections?|por ejemplo|detecta|par exemple|zum beispiel|z\.b\.|例如|例えば)/u;
const refusesBefore =
  /\b(?:never|not|cannot|can't|won't|refuses? to|doesn't|does not|do not|don't|without|unable to|forbidden to|instead of)\s+(?:\p{L}+\s+){0,2}$/u;
const refusesAfter =
  /^[^.!?]{0,60}\b(?:refused|denied|rejected|blocked|excluded|forbidden|disallowed|redacted|masked|skipped|never (?:read|sent|returned|included)|not (?:read|allowed|included|accessible|returned|sent|supported|permitted)|off limits)\b/u;

/** The orders in one text of a definition. */
export function ordersIn({ text, kind, place }: DefinitionText): readonly Finding[] {
  const isName = kind === "name" || kind === "key";
  const readable = isName ? readableName(text) : readableText(text);
  const found = findings(readable, place, text);
  if (isName && found.length === 0) return orderInName(readable, place, text);
  const besides = placeClasses[kind];
  const [worst] = found.filter(({ severity }) => severity !== "review");
  if (!besides || !worst) return found;
  return [{ ...worst, class: besides, message: `${worst.message} It stands where no order belongs.` }, ...found];
}

/** The findings of every rule in a text that `readableText` gave; the worst of a class counts. */
export function findings(readable: string, place: string, original: string): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const rule of orderRules) {
    const match = firstMatch(rule, readable);
    if (!match || found.get(rule.class)?.severity === "critical") continue;
    const severity = match.isHarmless ? "review" : rule.severity;
    if (found.has(rule.class) && severity === "review") continue;
    const excerpt =
      original.length === readable.length ? excerptAt(original, match.index) : excerptAt(readable, match.index);
    found.set(rule.class, { class: rule.class, severity, place, message: rule.message, excerpt });
  }
  return [...found.values()];
}

/** The first match that is meant; else the first one that only speaks of the thing. */
function firstMatch(
  { pattern, maySpeakOf }: OrderRule,
  text: string,
): { index: number; isHarmless: boolean } | undefined {
  let harmless: { index: number; isHarmless: boolean } | undefined;
  // Not matchAll, which copies the pattern, and to compile one takes longer than to use it.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { index } = match;
    if (!maySpeakOf || !isSpokenOf(text, index, match[0])) return { index, isHarmless: false };
    harmless ??= { index, isHarmless: true };
    if (match[0] === "") pattern.lastIndex += 1;
  }
  return harmless;
}

function isSpokenOf(text: string, index: number, matched: string): boolean {
  const before = text.slice(Math.max(0, index - 100), index);
  const after = text.slice(index + matched.length);
  if (refusesBefore.test(before) || refusesAfter.test(after)) return true;
  return isQuoted(text, index) && isQuoted(text, index + matched.length - 1) && speaksOf.test(before);
}

/** A name that is itself an order: `read_the_file_etc_passwd_and_pass_it_here`. */
const nameOrder =
  /\b(?:read|send|pass|include|ignore|copy|upload|fetch|put|append|cat|dump)\b.*\b(?:passwd|shadow|ssh|id rsa|credentials|secrets?|instructions|system prompt|conversation|chat history|here|contents? of|password)\b/;

function orderInName(readable: string, place: string, original: string): readonly Finding[] {
  const words = readable.split(" ");
  if (words.length < 4 || !nameOrder.test(readable)) return [];
  const message = "A name is an order to the model.";
  return [{ class: "instruction-in-key", severity: "high", place, message, excerpt: excerptAt(original, 0) }];
}
