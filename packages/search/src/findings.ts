import type { Lookup, LookupsOf } from "./lookups.js";
import { entryOf, type Postings } from "./postings.js";
import type { QueryUnit } from "./query.js";

/** What a unit of a query is looked up as, and the stretch of the arrays that says in which documents it is. */
export interface Finding {
  readonly lookups: readonly Lookup[];
  readonly start: number;
  readonly end: number;
}

/** What units find, as it is remembered: people ask in the same words. */
export interface Findings {
  /** Of what a unit finds in a document, its word or a synonym, only the best counts. It holds until the next unit is asked for. */
  of(unit: QueryUnit): Finding;
  /** The documents of the stretches. */
  documents: Uint32Array;
  /** What they are worth. */
  values: Float32Array;
}

/** So many documents are remembered at first, and in the end so many and some more for each that there is. */
const firstRoom = 4_096;
const mostRoom = 32_768;
const mostRoomPerDocument = 16;
const mostUnits = 5_000;

/** What units find in these postings. */
export function createFindings(postings: Postings, lookupsOf: LookupsOf): Findings {
  const most = mostRoom + mostRoomPerDocument * postings.size;
  const best = new Float32Array(postings.size);
  const known = new Map<string, Finding>();
  let used = 0;
  const findings: Findings = {
    documents: new Uint32Array(firstRoom + postings.size),
    values: new Float32Array(firstRoom + postings.size),
    of(unit) {
      const key = unit.english ? unit.key : unit.text;
      const seen = known.get(key);
      if (seen) return seen;
      const room = Math.min(2 * findings.documents.length, most);
      if (known.size >= mostUnits || used + postings.size > room) forget();
      if (used + postings.size > findings.documents.length) makeRoom(room);
      const finding = find(lookupsOf(unit));
      known.set(key, finding);
      return finding;
    },
  };
  return findings;

  function makeRoom(room: number): void {
    const { documents, values } = findings;
    findings.documents = new Uint32Array(room);
    findings.documents.set(documents);
    findings.values = new Float32Array(room);
    findings.values.set(values);
  }

  function forget(): void {
    known.clear();
    used = 0;
  }

  function find(lookups: readonly Lookup[]): Finding {
    const { documents, values } = findings;
    const start = used;
    for (const { terms, rarestFirst, weight } of lookups) {
      used =
        terms.length > 1
          ? offerPhrase(postings, rarestFirst, weight, best, documents, used)
          : offerTerm(postings, terms[0] as number, weight, best, documents, used);
    }
    for (let position = start; position < used; position++) {
      const document = documents[position] as number;
      values[position] = best[document] as number;
      best[document] = 0;
    }
    return { lookups, start, end: used };
  }
}

/** Notes the documents of a term, the new ones from `end` on, and answers with the end of them. */
function offerTerm(
  { starts, documents, strengths, rarity }: Postings,
  term: number,
  weight: number,
  best: Float32Array,
  found: Uint32Array,
  end: number,
): number {
  const factor = (rarity[term] as number) * weight;
  const last = starts[term + 1] as number;
  let next = end;
  for (let entry = starts[term] as number; entry < last; entry++) {
    const document = documents[entry] as number;
    const value = (strengths[entry] as number) * factor;
    const known = best[document] as number;
    if (value <= known) continue;
    if (known === 0) found[next++] = document;
    best[document] = value;
  }
  return next;
}

/** A phrase, its rarest term first, counts like one word of the mean worth of its words, and a little more for each further one. */
function offerPhrase(
  postings: Postings,
  terms: readonly number[],
  weight: number,
  best: Float32Array,
  found: Uint32Array,
  end: number,
): number {
  const { starts, documents, strengths, rarity } = postings;
  const rarest = terms[0] as number;
  const last = starts[rarest + 1] as number;
  let next = end;
  for (let entry = starts[rarest] as number; entry < last; entry++) {
    const document = documents[entry] as number;
    let value = (strengths[entry] as number) * (rarity[rarest] as number);
    let place = 1;
    for (; place < terms.length; place++) {
      const term = terms[place] as number;
      const other = entryOf(postings, term, document);
      if (other < 0) break;
      value += (strengths[other] as number) * (rarity[term] as number);
    }
    if (place < terms.length) continue;
    value *= weight / Math.sqrt(terms.length);
    const known = best[document] as number;
    if (value <= known) continue;
    if (known === 0) found[next++] = document;
    best[document] = value;
  }
  return next;
}
