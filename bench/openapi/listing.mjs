// What listing costs beside parsing: names and descriptions of every tool, against the raw text through the same reader.
import { openApiAdapter } from "@agent-tools/adapter-rest";
import yaml from "js-yaml";

/** CPU milliseconds, the best of some rounds in turns: of parsing the text alone, and of import and listing. */
export async function listingCost(text, rounds = 7) {
  const parse = /^\s*[{[]/.test(text) ? JSON.parse : (source) => yaml.load(source, { schema: yaml.CORE_SCHEMA });
  // What tells a text from the name of a file; copied, so that no round pays for joining.
  const document = Buffer.from(`${text}\n`).toString();
  const list = async () => {
    const adapter = await openApiAdapter({ document });
    const { tools } = await adapter.listTools({});
    return { adapter, length: tools.reduce((sum, { name, description }) => sum + name.length + description.length, 0) };
  };
  let parseMs = Number.POSITIVE_INFINITY;
  let listMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= rounds; round += 1) {
    const [parsed, listed] = [await spent(() => parse(document)), await spent(list)];
    // The first round warms up.
    if (round > 0) [parseMs, listMs] = [Math.min(parseMs, parsed), Math.min(listMs, listed)];
  }
  return { parseMs, listMs };
}

async function spent(work) {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
