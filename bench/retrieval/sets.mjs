// The form of a retrieval set: a folder with tools.jsonl ({ id, name, description, server?, inputSchema? }) and queries.jsonl
// ({ id, query, gold: [tool ids], lang }).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const DEEPEST = 4;

/** Every set below a folder, by name. */
export function readSets(folder) {
  const folders = readdirSync(folder).map((name) => join(folder, name));
  return folders
    .filter((each) => existsSync(join(each, "queries.jsonl")))
    .sort()
    .map((each) => ({
      name: basename(each),
      tools: lines(join(each, "tools.jsonl")),
      queries: lines(join(each, "queries.jsonl")),
    }));
}

/** The tools of every `tools/list` result below a folder, as tools of a set. */
export function readCatalogues(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((file) => {
    const { tools = [] } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const server = basename(file, ".json");
    return tools.map(({ name, description = "", inputSchema }) => ({
      id: name,
      name,
      description,
      server,
      inputSchema,
    }));
  });
}

/** The parameters of a tool, nested ones included, as every engine gets them. */
export function parametersOf(schema, depth = 0) {
  if (schema === null || typeof schema !== "object" || depth > DEEPEST) return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    { name, description: [property?.description ?? "", ...(property?.enum ?? []).map(String)].join(" ").trim() },
    ...parametersOf(property, depth + 1),
  ]);
  return [...own, ...parametersOf(schema.items, depth + 1)];
}

/** `count` tools: those of every set and the further ones, over and over under other names and servers. */
export function manyTools(sets, further, count) {
  const catalogues = new Map(sets.map((set) => [set.tools.map((tool) => tool.id).join("\n"), set.tools]));
  const all = [...catalogues.values(), further].flat();
  return Array.from({ length: count }, (_, index) => {
    const tool = all[index % all.length];
    const round = Math.floor(index / all.length);
    const name = round === 0 ? tool.name : `${tool.name}_${round}`;
    return { ...tool, id: `${index}`, name, server: `${tool.server ?? "server"}${round}` };
  });
}

function lines(file) {
  const text = readFileSync(file, "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
