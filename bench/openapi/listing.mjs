// What listing costs beside parsing: names and descriptions of every tool, against the raw text through the same reader.
import { openApiAdapter } from "@agent-tools/adapter-rest";
import yaml from "js-yaml";

/** The clock of CPU time ticks in steps of up to some milliseconds: a document is read again until this many are spent. */
const batchMs = 60;

/**
 * CPU milliseconds of parsing the text alone, and of import and listing. Both run warm, in turns and in batches of the same
 * length, so that a document of any size is measured, with its share of garbage collection; the best of some rounds.
 */
export async function listingCost(text, rounds = 5) {
  const parse = /^\s*[{[]/.test(text) ? JSON.parse : (source) => yaml.load(source, { schema: yaml.CORE_SCHEMA });
  // What tells a text from the name of a file; copied, so that no round pays for joining.
  const document = Buffer.from(`${text}\n`).toString();
  const list = async () => {
    const adapter = await openApiAdapter({ document });
    const { tools } = await adapter.listTools({});
    return { adapter, length: tools.reduce((sum, { name, description }) => sum + name.length + description.length, 0) };
  };
  const once = () => parse(document);
  let [parseMs, listMs] = [await spent(once, 1), Number.POSITIVE_INFINITY];
  for (let round = 0; round <= rounds; round += 1) {
    const count = Math.ceil(batchMs / Math.max(parseMs, batchMs / 1000));
    const [parsed, listed] = [await spent(once, count), await spent(list, count)];
    // The first round warms up.
    [parseMs, listMs] = round === 0 ? [parsed, listed] : [Math.min(parseMs, parsed), Math.min(listMs, listed)];
  }
  return { parseMs, listMs };
}

async function spent(work, count) {
  const started = process.cpuUsage();
  for (let done = 0; done < count; done += 1) await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000 / count;
}
