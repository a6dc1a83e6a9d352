// Ours and its peers behind one form: { name, build(tools) } gives search(query, count), which answers with ids, best first.
import { createSearchIndex } from "@agent-tools/search";
import MiniSearch from "minisearch";
import winkBm25 from "wink-bm25-text-search";
import winkNlp from "wink-nlp-utils";
import { parametersOf } from "./sets.mjs";

const ours = (name, options) => ({
  name,
  build(tools) {
    const index = createSearchIndex(options);
    index.update(
      tools.map(({ id, name, description, server, inputSchema }) => ({
        id,
        kind: "tool",
        plugin: server ?? "",
        name,
        description,
        parameters: parametersOf(inputSchema),
      })),
    );
    index.search("warm");
    return (query, limit) => index.search(query, { limit }).hits.map((hit) => hit.document.id);
  },
});

/** wink-bm25 as its documentation tunes it: field weights, stop words, stems; identifiers split beforehand. */
const wink = {
  name: "wink-bm25 tuned",
  build(tools) {
    const engine = winkBm25();
    engine.defineConfig({ fldWeights: { name: 4, description: 2, parameters: 1 } });
    const { string, tokens } = winkNlp;
    engine.definePrepTasks([
      string.lowerCase,
      string.tokenize0,
      tokens.removeWords,
      tokens.stem,
      tokens.propagateNegations,
    ]);
    for (const [number, tool] of tools.entries()) {
      engine.addDoc(
        { name: spaced(tool.name), description: tool.description, parameters: parameterText(tool) },
        number,
      );
    }
    engine.consolidate();
    return (query, count) => engine.search(query, count).map(([number]) => tools[number].id);
  },
};

const minisearch = {
  name: "MiniSearch default",
  build(tools) {
    const engine = new MiniSearch({ fields: ["name", "description"] });
    engine.addAll(tools);
    return (query, count) =>
      engine
        .search(query)
        .slice(0, count)
        .map((hit) => hit.id);
  },
};

/**
 * The BM25 that FastMCP documents for its search transform: one text a tool (name, description, names and descriptions of
 * the parameters), words of two or more of a-z and 0-9, k1 = 1.5, b = 0.75, an inverse document frequency that stays above 0.
 */
const fastmcp = {
  name: "FastMCP's BM25",
  build(tools) {
    const k1 = 1.5;
    const b = 0.75;
    const wordsOf = (text) => text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
    const texts = tools.map((tool) => wordsOf(`${tool.name} ${tool.description ?? ""} ${parameterText(tool)}`));
    const meanLength = texts.reduce((sum, words) => sum + words.length, 0) / texts.length;
    const entries = new Map();
    for (const [number, words] of texts.entries()) {
      const counts = new Map();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      const length = 1 - b + (b * words.length) / meanLength;
      for (const [word, count] of counts) {
        if (!entries.has(word)) entries.set(word, []);
        entries.get(word).push([number, (count * (k1 + 1)) / (count + k1 * length)]);
      }
    }
    return (query, count) => {
      const scores = new Map();
      for (const word of wordsOf(query)) {
        const found = entries.get(word) ?? [];
        const rarity = Math.log(1 + (tools.length - found.length + 0.5) / (found.length + 0.5));
        for (const [number, worth] of found) scores.set(number, (scores.get(number) ?? 0) + rarity * worth);
      }
      const ranked = [...scores].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
      return ranked.slice(0, count).map(([number]) => tools[number].id);
    };
  },
};

/** Ours first. */
export const engines = [ours("ours"), wink, minisearch, fastmcp];

/** Ours where only English is understood, to see what the table of field terms gives. */
export const oursInEnglish = ours("ours, English only", { languages: [] });

/** wink-bm25, which ours is never to be slower than. */
export const yardstickEngine = wink;

function parameterText({ inputSchema }) {
  return parametersOf(inputSchema)
    .map(({ name, description }) => `${name} ${description}`)
    .join(" ");
}

function spaced(name) {
  return name.replace(/[_./-]+/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
}
