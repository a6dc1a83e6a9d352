/** One element of a regular expression, as far as its shape matters: a group with its alternatives, or anything else. */
interface Element {
  readonly alternatives?: readonly (readonly Element[])[];
  readonly text: string;
  /** How often it may occur. */
  readonly isOptional: boolean;
  readonly isUnbounded: boolean;
}

/**
 * True where a pattern may need exponential time: something that repeats without end inside of something that does, with
 * nothing between that has to be there (`(a+)+`), or alternatives that begin alike in such a loop (`(a|ab)*`). It is a
 * look at the shape, so it may be wrong either way.
 */
export function isExplosive(source: string): boolean {
  const reader = { source, at: 0, depth: 0 };
  try {
    return alternativesOf(reader).some((sequence) => sequence.some(explodes));
  } catch {
    return false;
  }
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

function explodes(element: Element): boolean {
  const { alternatives } = element;
  if (!alternatives) return false;
  if (element.isUnbounded) {
    if (alternatives.some(isOneLoop)) return true;
    if (alternatives.length > 1 && beginAlike(alternatives)) return true;
  }
  return alternatives.some((sequence) => sequence.some(explodes));
}

/** One unbounded element, and nothing else that has to be there. */
function isOneLoop(sequence: readonly Element[]): boolean {
  return sequence.some((element, index) => {
    const others = sequence.filter((_, at) => at !== index);
    return isLoop(element) && others.every((other) => other.isOptional || meets(other, element));
  });
}

/** A sample of what a single character of a pattern may stand for. */
const sample = [..."aAzZ0959_-. /:@,;#%+*=&!?\"'(){}<>|~^$\t"];

/** True where a character that the one takes may also be the other's, so that the border between them can move. */
function meets(one: Element, other: Element): boolean {
  if (one.text === other.text) return true;
  const [taken, alike] = [charactersOf(one), charactersOf(other)];
  return taken.some((character) => alike.includes(character));
}

function charactersOf({ text, alternatives }: Element): readonly string[] {
  if (alternatives)
    return alternatives.flatMap(([only, ...rest]) => (only && rest.length === 0 ? charactersOf(only) : []));
  try {
    const pattern = new RegExp(`^${text}$`, "u");
    return sample.filter((character) => pattern.test(character));
  } catch {
    return [];
  }
}

function isLoop(element: Element): boolean {
  if (element.isUnbounded) return true;
  return element.alternatives?.some(isOneLoop) ?? false;
}

function beginAlike(alternatives: readonly (readonly Element[])[]): boolean {
  const firsts = alternatives.map(([first]) => first?.text ?? "");
  return firsts.some((text, index) =>
    firsts.some((other, at) => at > index && text !== "" && other !== "" && (text === other || overlaps(text, other))),
  );
}

/** What the classes of characters stand for, as far as they meet in alternatives. */
const wide: Readonly<Record<string, RegExp>> = {
  ".": /^/,
  "\\w": /^(?:\\[wd]|[A-Za-z\d_])$/,
  "\\d": /^(?:\\[wd]|\d)$/,
  "\\s": /^(?:\\s| )$/,
  "\\S": /^(?:\\[wd]|\w)$/,
};

function overlaps(a: string, b: string): boolean {
  return (wide[a]?.test(b) ?? false) || (wide[b]?.test(a) ?? false);
}

function alternativesOf(reader: Reader): readonly (readonly Element[])[] {
  const alternatives: Element[][] = [[]];
  if (reader.depth > 100) throw new Error("too deep");
  reader.depth += 1;
  for (; reader.at < reader.source.length; ) {
    const character = reader.source[reader.at];
    if (character === ")") break;
    if (character === "|") {
      reader.at += 1;
      alternatives.push([]);
      continue;
    }
    if (character === "^" || character === "$") {
      reader.at += 1;
      continue;
    }
    alternatives.at(-1)?.push(elementAt(reader));
  }
  reader.depth -= 1;
  return alternatives;
}

function elementAt(reader: Reader): Element {
  const start = reader.at;
  let alternatives: Element["alternatives"];
  if (reader.source[start] === "(") {
    reader.at += (/^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(reader.source.slice(start))?.[0] ?? "(").length;
    alternatives = alternativesOf(reader);
    reader.at += 1;
  } else if (reader.source[start] === "[") {
    reader.at += (/^\[(?:\\.|[^\]\\])*\]?/s.exec(reader.source.slice(start))?.[0] ?? "[").length;
  } else reader.at += reader.source[start] === "\\" ? 2 : 1;
  const text = reader.source.slice(start, reader.at);
  const [quantifier = ""] = /^(?:[*+?]|\{\d*,?\d*\})/.exec(reader.source.slice(reader.at)) ?? [];
  reader.at += quantifier.length;
  if (quantifier !== "" && /[?+]/.test(reader.source[reader.at] ?? "")) reader.at += 1;
  return {
    ...(alternatives && { alternatives }),
    text,
    isOptional: /^[*?]|^\{0?,/.test(quantifier),
    // Ten times over multiply nearly as endless ones do.
    isUnbounded: /^[*+]|^\{\d*,\}|^\{\d{2,}|,\d{2,}\}/.test(quantifier),
  };
}
