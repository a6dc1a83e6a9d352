import { fieldLanguages, fieldTerms } from "./field-terms.js";
import { isUnspaced, type Word } from "./text-terms.js";

/** A language whose field terms are understood. */
export type FieldLanguage = (typeof fieldLanguages)[number];

/** Every language whose field terms are understood: Spanish, French, German, Portuguese, Chinese, Japanese. */
export const allFieldLanguages: readonly FieldLanguage[] = fieldLanguages;

/** A word or phrase in another language and what it is called in English. */
export interface ForeignTerm {
  readonly text: string;
  readonly english: readonly string[];
}

/** Understands the field terms of some languages. */
export interface ForeignTerms {
  /** The terms in a text without spaces, the longest first at each place. */
  inUnspaced(text: string): readonly ForeignTerm[];
  /**
   * The terms among words: in a plainly English text none, in a plainly foreign one any, and else, as in a text of few
   * words, those for which `isEnglish` is false.
   */
  inWords(text: string, words: readonly Word[], isEnglish: (word: Word) => boolean): readonly ForeignTerm[];
}

const longestPhrase = 5;
const shortestRoot = 4;
const shortestCompound = 8;

/** Accents, and the words that hold sentences together, tell languages apart. */
const foreignLetters = /[\u00c0-\u017e]/u;
const foreignWords = new Set(
  `de la el los las un una unos unas para por con del al y que mi mis su cual cuales como donde quien quienes
  le les du une et pour dans avec sur mes mon ma est sont quel quelle quels comment ou
  der das dem ein eine einen einer und mit von zum zur fur meine mein ist wie ich nach zwischen
  uma da dos das em meu minha ao`.split(/\s+/),
);
const englishWords = new Set(
  `the of to and or is are was be for with my our i you your this that these what which who where when how please from
  can could should would will do does have has it its an by at if not want need`.split(/\s+/),
);

const tables = new Map<string, ForeignTerms>();

/** The field terms of these languages. */
export function foreignTermsOf(languages: readonly FieldLanguage[]): ForeignTerms {
  const key = [...languages].sort().join(" ");
  const known = tables.get(key);
  if (known) return known;
  const table = read(languages);
  tables.set(key, table);
  return table;
}

function read(languages: readonly FieldLanguage[]): ForeignTerms {
  const spaced = new Map<string, Set<string>>();
  const unspaced = new Map<string, Set<string>>();
  for (const line of fieldTerms.trim().split("\n")) {
    const [english = [], ...columns] = line.split("|").map((column) => column.split(",").map((term) => term.trim()));
    for (const [position, language] of fieldLanguages.entries()) {
      if (!languages.includes(language)) continue;
      for (const term of columns[position] ?? []) {
        const table = isUnspaced(term) ? unspaced : spaced;
        const key = isUnspaced(term) ? term : rootsOf(withoutMarks(term).split(/[\s'-]+/));
        table.set(key, new Set([...(table.get(key) ?? []), ...english]));
      }
    }
  }
  const longest = Math.max(0, ...[...unspaced.keys()].map((key) => key.length));
  return {
    inUnspaced(text) {
      const found: ForeignTerm[] = [];
      for (let position = 0; position < text.length; position++) {
        for (let length = Math.min(longest, text.length - position); length > 0; length--) {
          const term = text.slice(position, position + length);
          const english = unspaced.get(term);
          if (!english) continue;
          found.push({ text: term, english: [...english] });
          position += length - 1;
          break;
        }
      }
      return found;
    },

    inWords(text, words, isEnglish) {
      const count = (set: ReadonlySet<string>): number => words.filter((word) => set.has(word.text)).length;
      const foreign = count(foreignWords) + (foreignLetters.test(text) ? 1 : 0);
      const english = count(englishWords);
      if (english > foreign) return [];
      const isForeign = foreign > 0;
      const found: ForeignTerm[] = [];
      for (let position = 0; position < words.length; position++) {
        for (let length = Math.min(longestPhrase, words.length - position); length > 0; length--) {
          const phrase = words.slice(position, position + length);
          if (!isForeign && phrase.every(isEnglish)) continue;
          const english = englishOf(phrase.map((word) => word.text));
          if (!english) continue;
          found.push({ text: phrase.map((word) => word.text).join(" "), english: [...english] });
          position += length - 1;
          break;
        }
      }
      return found;
    },
  };

  function englishOf(words: readonly string[]): ReadonlySet<string> | undefined {
    const whole = spaced.get(rootsOf(words));
    const [word = ""] = words;
    if (whole || words.length > 1 || word.length < shortestCompound) return whole;
    for (let end = word.length - shortestRoot; end >= shortestRoot; end--) {
      const first = spaced.get(root(word.slice(0, end)));
      const second = spaced.get(root(word.slice(end)));
      if (first && second) return new Set([...first, ...second]);
    }
    return undefined;
  }
}

function rootsOf(words: readonly string[]): string {
  return words.map(root).join(" ");
}

/** A word without its endings, good enough to find "archivos" by "archivo" and "buscando" by "buscar". */
function root(word: string): string {
  let text = word.replace(/(?<=.{3})(?:ando|iendo|[ai]d[ao]s?)$/, "");
  while (text.length > shortestRoot && /[aeosxnrm]$/.test(text)) text = text.slice(0, -1);
  return text;
}

function withoutMarks(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("œ", "oe")
    .replaceAll("ß", "ss");
}
