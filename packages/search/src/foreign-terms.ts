import { fieldLanguages, fieldTerms } from "./field-terms.js";
import { isUnspaced, type Word, withoutMarks } from "./text-terms.js";

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
   * words, those for which `isEnglish` is false. `isEnglish` is asked by position; `hasForeignLetters` is true where any
   * of the words as written has some.
   */
  inWords(
    hasForeignLetters: boolean,
    words: readonly MarkedWord[],
    isEnglish: (position: number) => boolean,
  ): readonly ForeignTerm[];
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

/** Whether a text has letters with accents. */
export function hasForeignLetters(text: string): boolean {
  return foreignLetters.test(text);
}

/** What a word that holds sentences together tells of the language of its text. */
export type LanguageMark = "english" | "foreign" | undefined;

/** What this word, lower case and without accents, tells. */
export function languageMark(word: string): LanguageMark {
  if (foreignWords.has(word)) return "foreign";
  return englishWords.has(word) ? "english" : undefined;
}

/** A word, and what it tells. */
interface MarkedWord extends Word {
  readonly language: LanguageMark;
}

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
  const phrases = phrasesByRoot(spaced);
  const byCharacter = termsByCharacter(unspaced);
  const compounds = new Map<string, readonly string[] | undefined>();
  const rootsOfWords = new Map<string, string>();
  return {
    inUnspaced(text) {
      const found: ForeignTerm[] = [];
      for (let position = 0; position < text.length; position++) {
        for (const term of byCharacter.get(text.charAt(position)) ?? none) {
          if (!text.startsWith(term.text, position)) continue;
          found.push(term);
          position += term.text.length - 1;
          break;
        }
      }
      return found;
    },

    inWords(hasForeignLetters, words, isEnglish) {
      let few = 0;
      let english = 0;
      for (const { language } of words) {
        if (language === "foreign") few++;
        if (language === "english") english++;
      }
      if (english > few + 1) return none;
      const foreign = few + (hasForeignLetters ? 1 : 0);
      if (english > foreign) return none;
      const isForeign: boolean[] = [];
      for (let position = 0; position < words.length; position++) {
        isForeign.push(foreign > 0 || !isEnglish(position));
      }
      return isForeign.includes(true) ? inForeign(words, isForeign) : none;
    },
  };

  function inForeign(words: readonly MarkedWord[], isForeign: readonly boolean[]): readonly ForeignTerm[] {
    const roots = words.map((word) => knownRoot(word.text));
    const found: ForeignTerm[] = [];
    for (let position = 0; position < words.length; position++) {
      const phrase = phraseAt(position, roots, isForeign);
      const length = phrase?.roots.length ?? 1;
      const meant = phrase?.english ?? (isForeign[position] ? compound((words[position] as Word).text) : undefined);
      if (!meant) continue;
      const texts = words.slice(position, position + length).map((word) => word.text);
      found.push({ text: texts.join(" "), english: meant });
      position += length - 1;
    }
    return found;
  }

  /** The longest phrase here with a foreign word in it. */
  function phraseAt(start: number, roots: readonly string[], isForeign: readonly boolean[]): RootPhrase | undefined {
    for (const phrase of phrases.get(roots[start] as string) ?? noPhrases) {
      let same = 0;
      let foreign = 0;
      for (; phrase.roots[same] === roots[start + same] && same < phrase.roots.length; same++) {
        if (isForeign[start + same]) foreign++;
      }
      if (same === phrase.roots.length && foreign > 0) return phrase;
    }
    return undefined;
  }

  function knownRoot(word: string): string {
    const known = rootsOfWords.get(word);
    if (known !== undefined) return known;
    if (rootsOfWords.size >= mostRemembered) rootsOfWords.clear();
    const found = root(word);
    rootsOfWords.set(word, found);
    return found;
  }

  /** A long word that is made of two. */
  function compound(word: string): readonly string[] | undefined {
    if (word.length < shortestCompound) return undefined;
    if (compounds.has(word)) return compounds.get(word);
    let parts: readonly string[] | undefined;
    for (let end = word.length - shortestRoot; end >= shortestRoot && !parts; end--) {
      const first = spaced.get(root(word.slice(0, end)));
      const second = first && spaced.get(root(word.slice(end)));
      if (first && second) parts = [...new Set([...first, ...second])];
    }
    if (compounds.size >= mostRemembered) compounds.clear();
    compounds.set(word, parts);
    return parts;
  }
}

const none: readonly ForeignTerm[] = [];
const noPhrases: readonly RootPhrase[] = [];

/** How many words are remembered. */
const mostRemembered = 5_000;

interface RootPhrase {
  readonly roots: readonly string[];
  readonly english: readonly string[];
}

/** The phrases by their first root, the longest first. */
function phrasesByRoot(spaced: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly RootPhrase[]> {
  const phrases = new Map<string, RootPhrase[]>();
  for (const [key, english] of spaced) {
    const roots = key.split(" ");
    if (roots.length > longestPhrase) continue;
    const first = roots[0] as string;
    phrases.set(first, [...(phrases.get(first) ?? []), { roots, english: [...english] }]);
  }
  for (const each of phrases.values()) each.sort((one, other) => other.roots.length - one.roots.length);
  return phrases;
}

/** The terms by their first character, the longest first. */
function termsByCharacter(
  unspaced: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly ForeignTerm[]> {
  const terms = new Map<string, ForeignTerm[]>();
  for (const [text, english] of unspaced) {
    const first = text[0] as string;
    terms.set(first, [...(terms.get(first) ?? []), { text, english: [...english] }]);
  }
  for (const each of terms.values()) each.sort((one, other) => other.text.length - one.text.length);
  return terms;
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
