// What a ranked list of ids is worth beside the ids that are right.
const DEPTH = 10;

/** Mean recall at 1, 5 and 10 and nDCG at 10 of a search over the queries of a set. */
export function qualityOf(search, queries) {
  const sums = { "recall@1": 0, "recall@5": 0, "recall@10": 0, "nDCG@10": 0 };
  for (const { query, gold } of queries) {
    const ranked = search(query, DEPTH);
    for (const depth of [1, 5, DEPTH]) sums[`recall@${depth}`] += recall(ranked.slice(0, depth), gold);
    sums["nDCG@10"] += gain(ranked, gold) / ideal(gold);
  }
  return Object.fromEntries(Object.entries(sums).map(([measure, sum]) => [measure, sum / queries.length]));
}

function recall(ranked, gold) {
  return gold.filter((id) => ranked.includes(id)).length / gold.length;
}

function gain(ranked, gold) {
  return ranked.reduce((sum, id, rank) => sum + (gold.includes(id) ? discount(rank) : 0), 0);
}

function ideal(gold) {
  return gold.slice(0, DEPTH).reduce((sum, _, rank) => sum + discount(rank), 0);
}

function discount(rank) {
  return 1 / Math.log2(rank + 2);
}
