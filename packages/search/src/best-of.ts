/** The best of some candidates, in order. It holds until the next call of what gave it. */
export interface Best {
  /** The first `count` of these. */
  readonly numbers: Uint32Array;
  readonly count: number;
}

/** Between equal scores the lower comes first; then the candidate of the lower number. */
export type TieBreak = ((number: number) => number) | undefined;

/** Finds the best `count` of the first `total` candidates by their scores, which are by the number of the candidate. */
export type BestOf = (
  candidates: Uint32Array,
  total: number,
  scores: Float64Array,
  count: number,
  tieBreak: TieBreak,
) => Best;

/** Beyond so many they are put in order all at once. */
const fewEnoughToInsert = 64;

/** A finder that uses its arrays again. */
export function createBestOf(): BestOf {
  const best = new Uint32Array(fewEnoughToInsert);
  const bestScores = new Float64Array(fewEnoughToInsert);
  return (candidates, total, scores, count, tieBreak) => {
    if (count > fewEnoughToInsert) return sorted(candidates, total, scores, count, tieBreak);
    let filled = 0;
    let worst = Number.NEGATIVE_INFINITY;
    for (let position = 0; position < total; position++) {
      const number = candidates[position] as number;
      const score = scores[number] as number;
      if (score < worst) continue;
      let place = filled;
      for (; place > 0; place--) {
        const above = best[place - 1] as number;
        const own = bestScores[place - 1] as number;
        if (own > score || (own === score && isBefore(above, number, tieBreak))) break;
        if (place === count) continue;
        best[place] = above;
        bestScores[place] = own;
      }
      if (place === count) continue;
      best[place] = number;
      bestScores[place] = score;
      if (filled < count) filled++;
      if (filled === count) worst = bestScores[count - 1] as number;
    }
    return { numbers: best, count: filled };
  };
}

function sorted(candidates: Uint32Array, total: number, scores: Float64Array, count: number, tieBreak: TieBreak): Best {
  const compare = (one: number, other: number): number =>
    (scores[other] as number) - (scores[one] as number) || (isBefore(one, other, tieBreak) ? -1 : 1);
  const numbers = candidates.slice(0, total).sort(compare);
  return { numbers, count: Math.min(count, total) };
}

function isBefore(one: number, other: number, tieBreak: TieBreak): boolean {
  const difference = tieBreak ? tieBreak(one) - tieBreak(other) : 0;
  return difference < 0 || (difference === 0 && one < other);
}
