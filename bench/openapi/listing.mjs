// What listing costs beside parsing: names and descriptions of every tool, against the raw text through the same reader.
import { openApiAdapter } from "@agent-tools/adapter-rest";
import yaml from "js-yaml";
import { ratio } from "../measure.mjs";

/** The clock of CPU time ticks in steps of up to some milliseconds: a document is read again until this many are spent. */
const batchMs = 60;

/**
 * CPU milliseconds of parsing the text alone, and of import and listing, and how many times the one the other is. Both run
 * warm, in turns and in batches of the same length, so that a document of any size is measured, with its share of garbage
 * collection. The middle of the rounds counts: the best of them, what was taken before, is the one in which other work on
 * the machine left either side alone, and differed by a third from run to run.
 */
export async function listingCost(text, rounds = 15) {
  const parse = /^\s*[{[]/.test(text) ? JSON.parse : (source) => yaml.load(source, { schema: yaml.CORE_SCHEMA });
  // What tells a text from the name of a file; copied, so that no round pays for joining.
  const document = Buffer.from(`${text}\n`).toString();
  const list = async () => {
    const adapter = await openApiAdapter({ document });
    const { tools } = await adapter.listTools({});
    return { adapter, length: tools.reduce((sum, { name, description }) => sum + name.length + description.length, 0) };
  };
  const once = () => parse(document);
  const batch = (microseconds) => Math.ceil((batchMs * 1000) / Math.max(microseconds, 1));
  // Cold first, to find out how often fills a batch, then again, since the first times take longest.
  let iterations = batch((await ratio(list, once, { iterations: 1, rounds: 1 })).b);
  iterations = batch((await ratio(list, once, { iterations, rounds: 1 })).b);
  const { a, b, ratio: listToParse } = await ratio(list, once, { iterations, rounds });
  return { parseMs: b / 1000, listMs: a / 1000, listToParse };
}
