// What the benches share. Time here is CPU time of this process (user and system), which other work on the machine disturbs
// least; where two things are compared they take turns, so that what disturbs one disturbs both.
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";

const MICROSECONDS_PER_MILLISECOND = 1000;

/** CPU time of one call of `fn`, sync or async, in microseconds: the median of `rounds` rounds after a warm-up round. */
export async function cpu(fn, { iterations = 1_000, rounds = 5 } = {}) {
  await spend(fn, iterations);
  const perCall = [];
  for (let round = 0; round < rounds; round++) perCall.push((await spend(fn, iterations)) / iterations);
  return median(perCall);
}

/**
 * CPU time of one call of `a` and of `b`, in microseconds, taken in turns, and how many times `b` the call of `a` costs: each
 * the median over the rounds, after a warm-up round.
 */
export async function ratio(a, b, { iterations = 1_000, rounds = 9 } = {}) {
  await spend(a, iterations);
  await spend(b, iterations);
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const first = (await spend(a, iterations)) / iterations;
    const second = (await spend(b, iterations)) / iterations;
    pairs.push({ a: first, b: second, ratio: first / second });
  }
  return {
    a: median(pairs.map((pair) => pair.a)),
    b: median(pairs.map((pair) => pair.b)),
    ratio: median(pairs.map((pair) => pair.ratio)),
  };
}

/** CPU milliseconds of a fixed piece of work (Ajv validates one value 100,000 times): how fast this machine is right now. */
export async function yardstick() {
  const validate = new Ajv({ strict: false }).compile(yardstickSchema);
  const work = () => {
    for (let count = 0; count < 100_000; count++) if (!validate(yardstickValue)) throw new Error("the yardstick broke");
  };
  return round((await cpu(work, { iterations: 1, rounds: 5 })) / MICROSECONDS_PER_MILLISECOND);
}

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A number to three significant digits, whole from 1,000 on. */
export function round(value) {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Prints rows, objects with the same keys, as a table: columns of numbers to the right, with a comma for the thousands. */
export function table(rows) {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]);
  const text = (value) => (typeof value === "number" ? round(value).toLocaleString("en-US") : String(value ?? ""));
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => text(row[column]).length)));
  const isNumeric = columns.map((column) => rows.every((row) => typeof row[column] === "number"));
  const cell = (value, index) => text(value)[isNumeric[index] ? "padStart" : "padEnd"](widths[index]);
  const line = (values) => values.map(cell).join("  ").trimEnd();
  console.log(line(columns));
  console.log(widths.map((width) => "-".repeat(width)).join("  "));
  for (const row of rows) console.log(line(columns.map((column) => row[column])));
}

async function spend(fn, iterations) {
  const start = process.cpuUsage();
  for (let count = 0; count < iterations; count++) {
    const answer = fn();
    if (answer instanceof Promise) await answer;
  }
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const yardstickSchema = {
  type: "object",
  required: ["id", "tags", "address"],
  additionalProperties: false,
  properties: {
    id: { type: "string", pattern: "^[a-z]+-[0-9]+$" },
    amount: { type: "number", minimum: 0 },
    tags: { type: "array", items: { type: "string", minLength: 1 }, uniqueItems: true },
    address: {
      type: "object",
      required: ["city"],
      properties: { city: { type: "string" }, country: { enum: ["DE", "ES", "FR", "US"] } },
    },
  },
};

const yardstickValue = {
  id: "order-1234",
  amount: 12.5,
  tags: ["new", "paid", "gift"],
  address: { city: "Lisbon", country: "ES" },
};

/** The cases of a corpus: a file with a JSON value on each line. */
export function readCases(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

/** Prints what became of the cases of a corpus, `{ id, category, problem? }` each, and returns the bench's result. */
export function corpusResult(bench, rows) {
  const wrong = rows.filter(({ problem }) => problem !== undefined);
  const categories = [...new Set(rows.map(({ category }) => category))];
  table(
    categories.map((category) => {
      const cases = rows.filter((row) => row.category === category);
      return { category, cases: cases.length, right: cases.filter(({ problem }) => problem === undefined).length };
    }),
  );
  for (const { id, problem } of wrong) console.log(`${id}: ${problem}`);
  return { bench, passed: rows.length - wrong.length, total: rows.length, failed: wrong.map(({ id }) => id) };
}
