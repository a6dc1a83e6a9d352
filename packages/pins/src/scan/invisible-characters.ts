import { excerptAt, type Finding, type Severity } from "./finding.js";

interface Sort {
  readonly class: string;
  readonly severity: Severity;
  readonly words: string;
  readonly has: (character: string) => boolean;
  /** True where this one belongs to the text, by what stands before and after it. */
  readonly isRightful?: (before: string, after: string, text: string) => boolean;
}

/** True for a character of these code points; a pair is a range. */
function codePoints(...given: readonly (number | readonly [number, number])[]): (character: string) => boolean {
  return (character) => {
    const code = character.codePointAt(0) ?? -1;
    return given.some((each) => (typeof each === "number" ? each === code : each[0] <= code && code <= each[1]));
  };
}

const matches = (pattern: RegExp) => (character: string) => pattern.test(character);

const joining = [
  ...["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"],
  ...["Arabic", "Syriac", "Mongolian", "Khmer", "Myanmar", "Tibetan"],
];
const joinsLetters = new RegExp(joining.map((script) => `\\p{Script=${script}}`).join("|"), "u");
const breaksWords =
  /\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}|\p{Script=Tibetan}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u;
const isEmoji = matches(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}/u);
const isIdeograph = matches(/\p{Script=Han}|\p{Script=Mongolian}/u);
const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;
const isLetter = matches(/\p{L}/u);

const selectorWords = "a variation selector where nothing varies, as data is hidden in them";

/** What shows nothing, or shows something else than it says. The first sort that fits counts. */
const sorts: readonly Sort[] = [
  {
    class: "tag-characters",
    severity: "critical",
    words: "text in invisible tag characters",
    has: codePoints([0xe0000, 0xe007f]),
  },
  {
    class: "variation-selector-data",
    severity: "critical",
    words: selectorWords,
    has: codePoints([0xe0100, 0xe01ef]),
    isRightful: isIdeograph,
  },
  {
    class: "variation-selector-data",
    severity: "critical",
    words: selectorWords,
    has: codePoints([0xfe00, 0xfe0f]),
    isRightful: (before) => before !== "" && !/\p{Variation_Selector}|\p{Z}|\p{C}/u.test(before),
  },
  {
    class: "bidi-override",
    severity: "critical",
    words: "a character that turns the direction of text by force",
    has: codePoints([0x202d, 0x202e]),
  },
  {
    class: "bidi-control",
    severity: "high",
    words: "a character that changes the direction of text",
    has: codePoints([0x202a, 0x202c], [0x2066, 0x2069], 0x200e, 0x200f, 0x61c),
    isRightful: (_before, _after, text) => rightToLeft.test(text),
  },
  {
    class: "zero-width",
    severity: "high",
    words: "a joiner without width, and nothing to join",
    has: codePoints([0x200c, 0x200d]),
    isRightful: (before, after) =>
      (joinsLetters.test(before) && (joinsLetters.test(after) || /^$|\s|\p{P}/u.test(after))) ||
      (isEmoji(before) && /\p{Extended_Pictographic}/u.test(after)),
  },
  {
    class: "zero-width",
    severity: "high",
    words: "a character without width",
    has: codePoints(0x200b, 0x2060, 0xfeff, 0x180e),
    isRightful: (before, after) => breaksWords.test(before) && breaksWords.test(after),
  },
  {
    class: "invisible-operator",
    severity: "high",
    words: "an invisible operator",
    has: codePoints([0x2061, 0x2065]),
  },
  {
    class: "soft-hyphen",
    severity: "high",
    words: "a soft hyphen outside of a word",
    has: codePoints(0xad),
    isRightful: (before, after) => isLetter(before) && isLetter(after),
  },
  {
    class: "invisible-character",
    severity: "high",
    words: "a character that shows nothing",
    has: codePoints(
      ...[0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0],
      ...([
        [0x206a, 0x206f],
        [0xfff9, 0xfffb],
        [0x1d173, 0x1d17a],
        [0x13430, 0x13455],
      ] as const),
    ),
  },
  {
    class: "invisible-character",
    severity: "high",
    words: "a Braille character without dots, and no other Braille",
    has: codePoints(0x2800),
    isRightful: (_before, _after, text) => /[\u2801-\u28ff]/.test(text),
  },
  {
    class: "ansi-escape",
    severity: "high",
    words: "a terminal control sequence",
    has: codePoints(0x1b, 0x9b, 0x90, 0x9d),
  },
  {
    class: "control-char",
    severity: "high",
    words: "a control character",
    has: matches(/\p{Cc}/u),
  },
  { class: "lone-surrogate", severity: "high", words: "half of a character", has: matches(/\p{Cs}/u) },
  { class: "private-use", severity: "review", words: "a character of private use", has: matches(/\p{Co}/u) },
  {
    class: "noncharacter",
    severity: "high",
    words: "a character that does not exist",
    has: codePoints([0xfdd0, 0xfdef], 0xfffe, 0xffff),
  },
];

const ESCAPE = String.fromCodePoint(0x1b);
const COMMAND = String.fromCodePoint(0x9d);

/** Terminal commands that do more than colour. */
const terminalCommands = [
  { class: "osc-clipboard", starts: [`${ESCAPE}]52;`, `${COMMAND}52;`], words: "writes to the clipboard" },
  { class: "osc-link", starts: [`${ESCAPE}]8;`, `${COMMAND}8;`], words: "makes a link" },
];

/** One finding for each sort of hidden character in a text, at the place where it is first. */
export function hiddenCharacters(text: string, place: string): readonly Finding[] {
  // Almost every text is plain.
  if (/^[\t\n\x20-\x7e]*$/.test(text)) return [];
  const findings = new Map<string, Finding>();
  const characters = [...withoutFlagTags(text)];
  let index = 0;
  for (const [nth, character] of characters.entries()) {
    const before = characters[nth - 1] ?? "";
    const after = characters[nth + 1] ?? "";
    const sort = isLayout(character, after) ? undefined : sorts.find(({ has }) => has(character));
    if (sort && !sort.isRightful?.(before, after, text) && !findings.has(sort.class)) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
      const message = `It holds ${sort.words} (U+${code}).`;
      const { class: found, severity } = sort;
      findings.set(found, { class: found, severity, place, message, excerpt: excerptAt(text, index) });
    }
    index += character.length;
  }
  for (const { class: found, starts, words } of terminalCommands) {
    const at = Math.max(...starts.map((start) => text.indexOf(start)));
    if (at < 0) continue;
    const message = `It holds a terminal command that ${words}.`;
    findings.set(found, { class: found, severity: "critical", place, message, excerpt: excerptAt(text, at) });
  }
  return [...findings.values()];
}

/** Tabs and line ends. A carriage return inside of a line lets a terminal write over what stands there. */
function isLayout(character: string, after: string): boolean {
  return character === "\t" || character === "\n" || (character === "\r" && (after === "\n" || after === ""));
}

/** The flags of England, Scotland and Wales are a black flag and tag characters, with an end. */
function withoutFlagTags(text: string): string {
  return text.replaceAll(/(\u{1f3f4})[\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu, "$1");
}
