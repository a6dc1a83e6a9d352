import { createSearchIndex, type Embed, embeddedSearch } from "@agent-tools/search";
import { describe, expect, test } from "vitest";
import { catalogue, tool } from "./documents.js";

/** Knows two meanings: what has to do with water, and everything else. */
const waterOrNot: Embed = async (texts) => texts.map((text) => (/rain|weather|umbrella/i.test(text) ? [1, 0] : [0, 1]));

function searchWith(embed: Embed, onError?: (error: unknown) => void) {
  const search = embeddedSearch(createSearchIndex(), { embed, ...(onError && { onError }) });
  search.update(catalogue);
  return search;
}

describe("embeddedSearch", () => {
  test("finds what shares no word with the query", async () => {
    const { hits } = await searchWith(waterOrNot).search("shall I carry an umbrella or a parasol");
    expect(hits[0]?.document.name).toBe("get_forecast");
  });

  test("the exact name still leads", async () => {
    const search = searchWith(waterOrNot);
    search.update([...catalogue, tool("umbrella", "A stand for sticks")]);
    const { hits } = await search.search("umbrella");
    expect(hits[0]).toMatchObject({ document: { name: "umbrella" }, isExact: true });
  });

  test("embeds a text once, and again only when it has changed", async () => {
    const asked: string[] = [];
    const search = searchWith((texts) => {
      asked.push(...texts);
      return waterOrNot(texts);
    });
    await search.search("rain");
    expect(asked).toHaveLength(catalogue.length + 1);
    search.update([...catalogue, tool("late", "A new one")]);
    await search.search("rain");
    expect(asked).toHaveLength(catalogue.length + 3);
  });

  test("where embed fails the lexical answer stands, page for page, and the failure is told", async () => {
    const failures: unknown[] = [];
    const failing = searchWith(
      async () => {
        throw new Error("no model");
      },
      (error) => failures.push(error),
    );
    const lexical = createSearchIndex();
    lexical.update(catalogue);
    const options = { limit: 2, offset: 1 };
    expect(await failing.search("create a file", options)).toEqual(lexical.search("create a file", options));
    expect(failures).toHaveLength(1);
  });

  test("filters, pages and the empty query are those of the lexical index", async () => {
    const search = searchWith(waterOrNot);
    const readOnly = await search.search("rain", { filter: (document) => document.isReadOnly === true, limit: 1 });
    expect(readOnly).toMatchObject({ total: 4, hits: [{ document: { name: "get_forecast" }, score: 1 }] });
    expect((await search.search("")).total).toBe(catalogue.length);
  });
});
