import { createSearchIndex, embeddedSearch } from "@agent-tools/search";

// #region embed
const search = embeddedSearch(createSearchIndex(), {
  embed: async (texts) => texts.map((text) => vectorOf(text)),
  onError: (error) => console.error("The lexical answer stands:", error),
});
search.update([{ id: "1", kind: "tool", plugin: "sky", name: "get_forecast", description: "Weather for a city." }]);
const page = await search.search("do I need an umbrella");
// #endregion

if (page.hits[0]?.document.name !== "get_forecast") throw new Error("The forecast was not found.");

function vectorOf(text: string): readonly number[] {
  return /weather|umbrella/i.test(text) ? [1, 0] : [0, 1];
}
