/** Letters of other scripts that look like Latin ones. */
const lookalikes: Readonly<Record<string, string>> = {
  ...{
    а: "a",
    е: "e",
    о: "o",
    р: "p",
    с: "c",
    у: "y",
    х: "x",
    і: "i",
    ј: "j",
    ѕ: "s",
    ԁ: "d",
    һ: "h",
    ӏ: "l",
    к: "k",
    м: "m",
    т: "t",
  },
  ...{ А: "A", В: "B", Е: "E", К: "K", М: "M", Н: "H", О: "O", Р: "P", С: "C", Т: "T", Х: "X", І: "I", Ѕ: "S" },
  ...{
    α: "a",
    ο: "o",
    ν: "v",
    ρ: "p",
    ι: "i",
    κ: "k",
    υ: "u",
    τ: "t",
    Α: "A",
    Β: "B",
    Ε: "E",
    Ο: "O",
    Ρ: "P",
    Τ: "T",
    Ι: "I",
    Κ: "K",
  },
  ...{ ı: "i", ɡ: "g", ⅼ: "l", "’": "'", "‘": "'", "`": "`", "“": '"', "”": '"' },
};

/**
 * A text as a model reads it: compatibility forms folded (NFKC), nothing invisible, lookalike letters inside of Latin words
 * as Latin, one space for any run of them, and lower case.
 */
export function readableText(text: string): string {
  const plain = unescapedEntities(text);
  // Almost every text is plain.
  if (/^[\s\x21-\x7e]*$/.test(plain)) return plain.replaceAll(/\s+/g, " ").toLowerCase();
  const folded = plain
    .normalize("NFKC")
    .replaceAll(/\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164/gu, "")
    .replaceAll(/[\p{L}\p{M}]+/gu, (word) => (/\p{Script=Latin}/u.test(word) ? latin(word) : word))
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„«»]/g, '"');
  return folded.replaceAll(/\s+/g, " ").toLowerCase();
}

/** Character references of HTML as the characters that they stand for. */
function unescapedEntities(text: string): string {
  if (!text.includes("&#")) return text;
  return text.replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi, (written, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}

/** The same for a name: `read_the_file`, `readTheFile` and `read-the-file` are three words. */
export function readableName(name: string): string {
  return readableText(name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[_\-./]+/g, " "));
}

/** A word that mixes Latin letters with lookalikes of another script, or undefined. */
export function mixedWord(text: string): string | undefined {
  // Latin beside Cyrillic or Greek is right in units and formulas (kΩ, µm); a lookalike inside of a longer word is not.
  return text
    .match(/[\p{L}\p{M}]{3,}/gu)
    ?.find(
      (word) =>
        /\p{Script=Latin}{2}|\p{Script=Latin}.+\p{Script=Latin}/u.test(word) &&
        latin(word) !== word &&
        /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
    );
}

function latin(word: string): string {
  return word.replaceAll(/./gsu, (letter) => lookalikes[letter] ?? letter);
}

/** True where the part of a text at an index stands in quotation marks or code marks. */
export function isQuoted(text: string, index: number): boolean {
  for (const mark of ['"', "`", "'"]) {
    const before = marks(text.slice(0, index), mark);
    if (before % 2 === 1 && marks(text.slice(index), mark) > 0) return true;
  }
  return false;
}

function marks(text: string, mark: string): number {
  // An apostrophe inside of a word opens nothing.
  if (mark === "'") return text.match(/(?<![\p{L}\d])'|'(?![\p{L}\d])/gu)?.length ?? 0;
  return text.split(mark).length - 1;
}
