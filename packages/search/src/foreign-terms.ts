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
   * words, those among the words that are not `isEnglish`. `hasForeignLetters` is true where any of the words as written
   * has some.
   */
  inWords(hasForeignLetters: boolean, words: readonly MarkedWord[]): readonly ForeignTerm[];
}

/** What a word may be in another language. */
export interface ForeignWord {
  readonly root: string;
  /** The phrases that begin with it, the longest first. */
  readonly phrases: readonly RootPhrase[];
  /** Of a long word that is made of two, what both are called in English, once that was asked; null for none. */
  compound: readonly string[] | null | undefined;
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
  /** It is no word of another language. */
  readonly isEnglish: boolean;
  /** Noted once it was asked for. */
  foreign: ForeignWord | undefined;
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
  return {
    inUnspaced(text) {
      const found: ForeignTerm[] = [];
      for (let position = 0; position < text.length; position++) {
        for (const term of byCharacter.get(text.charCodeAt(position)) ?? none) {
          if (!standsAt(term.text, text, position)) continue;
          found.push(term);
          position += term.text.length - 1;
          break;
        }
      }
      return found;
    },

    inWords(hasForeignLetters, words) {
      let few = 0;
      let english = 0;
      for (const { language } of words) {
        if (language === "foreign") few++;
        if (language === "english") english++;
      }
      if (english > few + 1) return none;
      const foreign = few + (hasForeignLetters ? 1 : 0);
      if (english > foreign) return none;
      return foreign > 0 || !words.every(({ isEnglish }) => isEnglish) ? inForeign(words, foreign > 0) : none;
    },
  };

  /** The terms with a foreign word in them; where `isAllForeign`, all words are. */
  function inForeign(words: readonly MarkedWord[], isAllForeign: boolean): readonly ForeignTerm[] {
    const found: ForeignTerm[] = [];
    for (let position = 0; position < words.length; position++) {
      const word = words[position] as MarkedWord;
      const phrase = phraseAt(position, words, isAllForeign);
      if (phrase) {
        found.push({ text: textOf(words, position, phrase.roots.length), english: phrase.english });
        position += phrase.roots.length - 1;
      } else if (isAllForeign || !word.isEnglish) {
        const english = compoundOf(word);
        if (english) found.push({ text: word.text, english });
      }
    }
    return found;
  }

  /** The longest phrase here with a foreign word in it. */
  function phraseAt(start: number, words: readonly MarkedWord[], isAllForeign: boolean): RootPhrase | undefined {
    for (const phrase of foreignOf(words[start] as MarkedWord).phrases) {
      const { roots } = phrase;
      if (start + roots.length > words.length) continue;
      let same = 0;
      let isForeign = isAllForeign;
      for (; same < roots.length; same++) {
        const word = words[start + same] as MarkedWord;
        if (foreignOf(word).root !== roots[same]) break;
        if (!word.isEnglish) isForeign = true;
      }
      if (same === roots.length && isForeign) return phrase;
    }
    return undefined;
  }

  function foreignOf(word: MarkedWord): ForeignWord {
    if (word.foreign) return word.foreign;
    const own = root(word.text);
    word.foreign = { root: own, phrases: phrases.get(own) ?? noPhrases, compound: undefined };
    return word.foreign;
  }

  function compoundOf(word: MarkedWord): readonly string[] | null {
    const foreign = foreignOf(word);
    if (foreign.compound === undefined) foreign.compound = compound(word.text);
    return foreign.compound;
  }

  /** A long word that is made of two. */
  function compound(word: string): readonly string[] | null {
    if (word.length < shortestCompound) return null;
    for (let end = word.length - shortestRoot; end >= shortestRoot; end--) {
      const first = spaced.get(root(word.slice(0, end)));
      const second = first && spaced.get(root(word.slice(end)));
      if (first && second) return [...new Set([...first, ...second])];
    }
    return null;
  }
}

function textOf(words: readonly MarkedWord[], start: number, count: number): string {
  let text = (words[start] as MarkedWord).text;
  for (let position = start + 1; position < start + count; position++)
    text += ` ${(words[position] as MarkedWord).text}`;
  return text;
}

function standsAt(term: string, text: string, start: number): boolean {
  if (start + term.length > text.length) return false;
  for (let position = 0; position < term.length; position++) {
    if (term.charCodeAt(position) !== text.charCodeAt(start + position)) return false;
  }
  return true;
}

const none: readonly ForeignTerm[] = [];
const noPhrases: readonly RootPhrase[] = [];

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

/** The terms by the code of their first character, the longest first. */
function termsByCharacter(
  unspaced: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<number, readonly ForeignTerm[]> {
  const terms = new Map<number, ForeignTerm[]>();
  for (const [text, english] of unspaced) {
    const first = text.charCodeAt(0);
    terms.set(first, [...(terms.get(first) ?? []), { text, english: [...english] }]);
  }
  for (const each of terms.values()) each.sort((one, other) => other.text.length - one.text.length);
  return terms;
}

function rootsOf(words: readonly string[]): string {
  return words.map(root).join(" ");
}

const verbEndings = ["ando", "iendo", "ado", "ada", "ido", "ida", "ados", "adas", "idos", "idas"];
const shortestBeforeEnding = 3;
const lastLetters = "aeosxnrm";

/** A word without its endings, good enough to find "archivos" by "archivo" and "buscando" by "buscar". */
function root(word: string): string {
  let end = word.length;
  for (const ending of verbEndings) {
    if (word.length < ending.length + shortestBeforeEnding || !word.endsWith(ending)) continue;
    end -= ending.length;
    break;
  }
  while (end > shortestRoot && lastLetters.includes(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}
