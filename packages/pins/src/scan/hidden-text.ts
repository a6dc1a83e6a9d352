import { excerptAt, type Finding } from "./finding.js";
import { findings } from "./orders.js";
import { readableText } from "./readable-text.js";

const comments: readonly (readonly [findingClass: string, pattern: RegExp, words: string])[] = [
  ["markdown-comment", /\[[^\]\n]{0,40}\]:\s*(?:#|<>|<#>)\s*[("']([^\n]*)/g, "a Markdown comment"],
  ["html-comment", /<!--([\s\S]*?)(?:-->|$)/g, "an HTML comment"],
  [
    "hidden-markup",
    /<[a-z]+[^>]*(?:display:\s*none|visibility:\s*hidden|font-size:\s*0|opacity:\s*0|hidden)[^>]*>([\s\S]*?)(?:<\/|$)/gi,
    "hidden markup",
  ],
];

/** Words that an order to a model has, and an example of a comment does not. */
const addressed =
  /\b(?:assistant|agent|model|ai|llm|user|ignore|send|append|include|read|call|secret|must|always|never|before|after|pass|forward|instruction|asistente|modelo|usuario)\b/i;

/** Text that a person does not see where a model does: comments, hidden markup, text pushed out of sight, encoded orders. */
export function hiddenText(text: string, place: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const [findingClass, pattern, words] of comments) {
    for (const { 1: inside = "", index } of text.matchAll(pattern)) {
      const isOrder = inside.trim().split(/\s+/).length >= 4 && addressed.test(inside);
      const message = `It holds ${words}${isOrder ? " that speaks to the model" : ""}.`;
      found.push({
        class: findingClass,
        severity: isOrder ? "high" : "review",
        place,
        message,
        excerpt: excerptAt(text, index),
      });
    }
  }
  return [...found, ...taggedOrders(text, place), ...outOfSight(text, place), ...encodedOrders(text, place)];
}

const tag =
  /<(important|system|secret|instructions?|hidden|admin|assistant|critical|urgent|internal|private|override|sys)\b[^>]*>([\s\S]*?)(?:<\/\s*\1\s*>|$)/gi;
const tagOrder =
  /\b(?:answer|reply|response|conversation|secret|password|token|credential|user|other tools?|https?:|@|before (?:using|calling)|do not|don't|never|ignore)\b/i;

/** A tag that only shows what a tag looks like holds no order. */
function taggedOrders(text: string, place: string): readonly Finding[] {
  for (const { 2: inside = "", index } of text.matchAll(tag)) {
    if (inside.trim().split(/\s+/).length < 5 || !tagOrder.test(inside)) continue;
    const message = "It marks an order to the model as if it came from its host.";
    return [{ class: "instruction-to-model", severity: "high", place, message, excerpt: excerptAt(text, index) }];
  }
  return [];
}

function outOfSight(text: string, place: string): readonly Finding[] {
  const at = text.search(/\S[ \t\u00a0\u2000-\u200a\u3000]{80,}\S|\S(?:[ \t]*\n){12,}[ \t]*\S/u);
  if (at < 0) return [];
  const message = "It pushes text out of sight with white space.";
  return [{ class: "text-out-of-sight", severity: "high", place, message, excerpt: excerptAt(text, at) }];
}

const MOST_ENCODED = 20;
const base64 = /(?<![\w+/=-])[A-Za-z\d+/_-]{24,}={0,2}(?![\w+/=-])/g;
const hex = /(?<![\w])(?:[\da-f]{2}[\s:]?){16,}(?![\w])/gi;
const escapes = /(?:(?:\\x|%)[\da-f]{2}|\\u[\da-f]{4}|&#x?[\da-f]{1,6};|\\u\{[\da-f]+\}){8,}/gi;
const decodeOrder =
  /\b(?:decode|base64|rot13|unescape|decodifica|décode|dekodiere)\b.{0,40}\b(?:and|then|y|et|und)\b.{0,10}\b(?:follow|obey|execute|run|do|act|sigue|ejecuta|exécute|befolge)\b/i;

/** Orders in base64, hexadecimal, escapes or ROT13. A sample that says nothing is none. */
function encodedOrders(text: string, place: string): readonly Finding[] {
  const decoded: (readonly [index: number, text: string])[] = [];
  for (const { 0: run, index } of text.matchAll(base64))
    decoded.push([index, Buffer.from(run, "base64").toString("utf8")]);
  for (const { 0: run, index } of text.matchAll(hex)) {
    decoded.push([index, Buffer.from(run.replace(/[\s:]/g, ""), "hex").toString("utf8")]);
  }
  for (const { 0: run, index } of text.matchAll(escapes)) decoded.push([index, unescaped(run)]);
  if (/rot-?13/i.test(text)) decoded.push([0, rot13(text)]);
  const message = "It holds an encoded order.";
  for (const [index, plain] of decoded.slice(0, MOST_ENCODED)) {
    if (!isText(plain)) continue;
    const isOrder = findings(readableText(plain), place, plain).some(({ severity }) => severity !== "review");
    if (isOrder)
      return [{ class: "encoded-instruction", severity: "critical", place, message, excerpt: excerptAt(text, index) }];
  }
  const at = text.search(decodeOrder);
  if (at < 0) return [];
  return [
    {
      class: "encoded-instruction",
      severity: "high",
      place,
      message: "It has the model decode text and follow it.",
      excerpt: excerptAt(text, at),
    },
  ];
}

function isText(plain: string): boolean {
  return /^[\t\n\r\x20-\x7e\u00a0-\uffef]{12,}$/u.test(plain) && !plain.includes("\ufffd");
}

function unescaped(run: string): string {
  return run.replaceAll(
    /(?:\\x|%)([\da-f]{2})|\\u\{?([\da-f]{4,6})\}?|&#x([\da-f]{1,6});|&#(\d{1,7});/gi,
    (_, byte, unit, high, decimal) => {
      const code = decimal === undefined ? Number.parseInt(byte ?? unit ?? high, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter < "a" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
