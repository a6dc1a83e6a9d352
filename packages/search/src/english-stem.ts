/**
 * The English (Porter2) stemmer of the Snowball project, https://snowballstem.org/algorithms/english/stemmer.html. Terms
 * name the steps of that page. Words of digits or other scripts are left as they are.
 */
export function englishStem(word: string): string {
  if (word.length < 3 || !/^[a-z']+$/.test(word)) return word;
  const known = irregular.get(word);
  if (known !== undefined) return known;

  let text = word.replace(/^y|(?<=[aeiouy])y/g, "Y");
  const first = regionAfter(text, /^(?:gener|commun|arsen)/.exec(text)?.[0].length);
  const region1 = first;
  const region2 = regionAfter(text.slice(region1)) + region1;

  text = plural(text);
  if (keptAfterPlural.has(text)) return text;
  text = pastAndGerund(text, region1);
  text = text.replace(/(?<=.[^aeiouy])[yY]$/, "i");
  text = replaceSuffix(text, step2, region1);
  text = replaceSuffix(text, step3, region1, region2);
  text = removeSuffix(text, region2);
  text = finalLetter(text, region1, region2);
  return text.replaceAll("Y", "y");
}

const irregular = new Map<string, string>(
  Object.entries({
    skis: "ski",
    skies: "sky",
    dying: "die",
    lying: "lie",
    tying: "tie",
    idly: "idl",
    gently: "gentl",
    ugly: "ugli",
    early: "earli",
    only: "onli",
    singly: "singl",
    sky: "sky",
    news: "news",
    howe: "howe",
    atlas: "atlas",
    cosmos: "cosmos",
    bias: "bias",
    andes: "andes",
  }),
);

const keptAfterPlural = new Set(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"]);

type Suffixes = readonly (readonly [suffix: string, replacement: string])[];

/** By their last letter. */
function byLastLetter(suffixes: Suffixes): ReadonlyMap<string, Suffixes> {
  const letters = new Set(suffixes.map(([suffix]) => suffix.slice(-1)));
  return new Map([...letters].map((letter) => [letter, suffixes.filter(([suffix]) => suffix.endsWith(letter))]));
}

const step2 = byLastLetter([
  ["ational", "ate"],
  ["fulness", "ful"],
  ["iveness", "ive"],
  ["ization", "ize"],
  ["ousness", "ous"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["tional", "tion"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ation", "ate"],
  ["entli", "ent"],
  ["fulli", "ful"],
  ["iviti", "ive"],
  ["ousli", "ous"],
  ["abli", "able"],
  ["alli", "al"],
  ["anci", "ance"],
  ["ator", "ate"],
  ["enci", "ence"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["li", ""],
]);

const step3 = byLastLetter([
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["ative", ""],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
]);

const step4 = /(?:ement|ance|ence|able|ible|ment|(?<=[st])ion|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic)$/;

/** Where the region after the first non-vowel that follows a vowel begins. */
function regionAfter(text: string, exception?: number): number {
  if (exception !== undefined) return exception;
  const match = /[aeiouy][^aeiouy]/.exec(text);
  return match ? match.index + 2 : text.length;
}

function plural(text: string): string {
  const bare = text.replace(/'s?'?$/, "");
  if (bare.endsWith("sses")) return bare.slice(0, -2);
  if (/ie[ds]$/.test(bare)) return bare.slice(0, bare.length > 4 ? -2 : -1);
  return /[aeiouy].+s$/.test(bare) && !/[us]s$/.test(bare) ? bare.slice(0, -1) : bare;
}

function pastAndGerund(text: string, region1: number): string {
  const ee = /eed(?:ly)?$/.exec(text);
  if (ee) return ee.index >= region1 ? text.slice(0, ee.index + 2) : text;
  const stem = text.replace(/(?:ed|ing)(?:ly)?$/, "");
  if (stem === text || !/[aeiouy]/.test(stem)) return text;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1);
  return region1 >= stem.length && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

function endsInShortSyllable(text: string): boolean {
  return /(?:^|[^aeiouy])[aeiouy][^aeiouywxY]$/.test(text) || /^[aeiouy][^aeiouy]$/.test(text);
}

const none: Suffixes = [];

function replaceSuffix(text: string, table: typeof step2, region1: number, region2 = 0): string {
  for (const [suffix, replacement] of table.get(text.slice(-1)) ?? none) {
    if (!text.endsWith(suffix)) continue;
    const start = text.length - suffix.length;
    if (start < region1 || (suffix === "ative" && start < region2)) return text;
    if (suffix === "ogi" && text[start - 1] !== "l") return text;
    if (suffix === "li" && !/[cdeghkmnrt]/.test(text[start - 1] ?? "")) return text;
    return text.slice(0, start) + replacement;
  }
  return text;
}

function removeSuffix(text: string, region2: number): string {
  const match = step4.exec(text);
  return match && match.index >= region2 ? text.slice(0, match.index) : text;
}

function finalLetter(text: string, region1: number, region2: number): string {
  const start = text.length - 1;
  if (text.endsWith("e")) {
    if (start >= region2 || (start >= region1 && !endsInShortSyllable(text.slice(0, -1)))) return text.slice(0, -1);
  } else if (text.endsWith("ll") && start >= region2) return text.slice(0, -1);
  return text;
}
