import type { Awaitable, JsonObject, Page } from "@agent-tools/contract";
import type { AdapterSubject } from "../adapter-subject.js";
import { jsonFault } from "../json-fault.js";
import { holds, onlyWhere, type Rule } from "../rule.js";

/** A list of more pages than this is taken to have no end. */
const MOST_PAGES = 100;

const healthStates = new Set<unknown>(["ok", "connecting", "degraded", "login_required", "down"]);

/** What must hold of the optional members. */
export const sourceRules: readonly Rule<AdapterSubject>[] = [
  {
    id: "facts-json",
    sentence: "discoverContext answers JSON, or nothing",
    async check(subject) {
      const adapter = await subject.create();
      onlyWhere(adapter.discoverContext, "the adapter has no discoverContext");
      const facts = await subject.value("discoverContext", () => adapter.discoverContext?.(subject.context()));
      const fault = facts === undefined ? undefined : jsonFault(facts);
      holds(fault === undefined, `In the answer of discoverContext: ${fault}.`);
    },
  },
  {
    id: "health-told",
    sentence: "health answers one of the known states",
    async check(subject) {
      const adapter = await subject.create();
      onlyWhere(adapter.health, "the adapter has no health");
      const health = await subject.value("health", () => adapter.health?.());
      holds(healthStates.has(health?.status), `health answered ${JSON.stringify(health)}.`);
    },
  },
  {
    id: "resources-read",
    sentence: "the pages of resources end, each has a URI of its own and a name, and the first can be read",
    async check(subject) {
      const { resources } = await subject.create();
      onlyWhere(resources, "the adapter has no resources");
      const listed = await allPages(subject, "resources.list", (cursor) => resources.list(cursor, subject.context()));
      const uris = new Set<unknown>();
      for (const { uri, name } of listed) {
        holds(typeof uri === "string" && uri !== "", `A resource has no URI: ${JSON.stringify({ uri, name })}.`);
        holds(typeof name === "string" && name !== "", `The resource ${uri} has no name.`);
        holds(!uris.has(uri), `Two resources have the URI ${uri}.`);
        uris.add(uri);
      }
      const [first] = uris;
      if (typeof first !== "string") return;
      const { contents } = await subject.value(`read ${first}`, () => resources.read(first, subject.context()));
      holds(Array.isArray(contents), `read ${first} did not answer { contents: [...] }.`);
    },
  },
  {
    id: "prompts-listed",
    sentence: "the pages of prompts end, and each prompt has a name of its own",
    async check(subject) {
      const { prompts } = await subject.create();
      onlyWhere(prompts, "the adapter has no prompts");
      const listed = await allPages(subject, "prompts.list", (cursor) => prompts.list(cursor, subject.context()));
      const names = new Set<unknown>();
      for (const { name } of listed) {
        holds(typeof name === "string" && name !== "", "A prompt has no name.");
        holds(!names.has(name), `Two prompts have the name ${name}.`);
        names.add(name);
      }
    },
  },
];

async function allPages(
  subject: AdapterSubject,
  what: string,
  list: (cursor: string | undefined) => Awaitable<Page<JsonObject>>,
): Promise<readonly JsonObject[]> {
  const items: JsonObject[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const page = await subject.value(what, () => list(cursor));
    holds(Array.isArray(page.items), `${what} must answer { items: [...] }.`);
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return items;
  }
  throw new Error(`${what} has more than ${MOST_PAGES} pages.`);
}
