import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { citations, citedIn } from "./requirements/citations.js";
import { requirements, sources, unproved } from "./requirements.js";

const cited = citations(join(import.meta.dirname, ".."));

const proved = requirements.filter(({ id }) => !unproved.includes(id));

test.each(proved)("a test cites $id: $sentence", ({ id }) => {
  expect(cited.has(id), `No test's title cites ${id}.`).toBe(true);
});

test("what a test proves is no longer among the unproved", () => {
  expect(unproved.filter((id) => cited.has(id))).toEqual([]);
});

test("every id that a test cites is a requirement", () => {
  const known = new Set(requirements.map(({ id }) => id));
  const unknown = [...cited].filter(([id]) => !known.has(id)).map(([id, files]) => `${id} in ${files[0]}`);
  expect(unknown, "Add these rows to test/requirements.ts.").toEqual([]);
});

test("ids are unique and sources are known", () => {
  const ids = requirements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(unproved.filter((id) => !ids.includes(id))).toEqual([]);
  for (const { source } of requirements) {
    for (const part of source.split("; ")) expect(Object.keys(sources)).toContain(part.split(" ")[0]);
  }
});

describe("a citation", () => {
  const id = ["O", "99"].join("");

  test("is an id in a title", () => {
    expect(citedIn(`test("${id}: holds", () => {}); describe.each([1])(\`${id} $x\`, () => {});`)).toEqual([id, id]);
  });

  test("is not an id elsewhere", () => {
    expect(citedIn(`// ${id}\ntest("holds", () => { expect("${id}").toBe("x"); });`)).toEqual([]);
  });
});
