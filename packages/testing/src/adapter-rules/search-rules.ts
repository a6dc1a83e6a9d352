import { type Adapter, isObject, type SearchAnswer } from "@agent-tools/contract";
import type { AdapterSubject } from "../adapter-subject.js";
import { holds, onlyWhere, type Rule } from "../rule.js";
import { listedTools } from "./list-rules.js";

/** What must hold of an adapter that searches for itself. */
export const searchRules: readonly Rule<AdapterSubject>[] = [
  {
    id: "search-answers",
    sentence: "search answers { matches } with names that are listed",
    async check(subject) {
      const adapter = await subject.create();
      const names = new Set((await listedTools(subject, adapter)).map((tool) => tool.name));
      for (const query of [...names, "", "words that nothing here is about"]) {
        const answer = await find(subject, adapter, query, 20);
        holds(isObject(answer) && Array.isArray(answer["matches"]), "search must answer { matches: [...] }.");
        for (const { name } of answer.matches) {
          holds(
            names.has(name),
            `search for ${JSON.stringify(query)} found ${JSON.stringify(name)}, which is not listed.`,
          );
        }
      }
    },
  },
  {
    id: "search-finds",
    sentence: "searching for a tool's own name finds it",
    async check(subject) {
      const adapter = await subject.create();
      for (const { tool } of subject.calls) {
        const { matches = [] } = await find(subject, adapter, tool, 20);
        holds(
          matches.some(({ name }) => name === tool),
          `search for "${tool}" does not find it.`,
        );
      }
    },
  },
  {
    id: "search-limited",
    sentence: "search answers at most as many matches as it was asked for",
    async check(subject) {
      const adapter = await subject.create();
      const names = (await listedTools(subject, adapter)).map((tool) => tool.name);
      onlyWhere(names.length > 1, "the adapter has one tool only");
      for (const query of [names.join(" "), ...names, ""]) {
        const { matches = [] } = await find(subject, adapter, query, 1);
        holds(matches.length <= 1, `search was asked for 1 match and answered ${matches.length}.`);
      }
    },
  },
];

async function find(subject: AdapterSubject, adapter: Adapter, query: string, limit: number): Promise<SearchAnswer> {
  onlyWhere(adapter.search, "the adapter has no search");
  const answer = await subject.value(`search ${JSON.stringify(query)}`, () =>
    adapter.search?.(query, limit, subject.context()),
  );
  return answer as SearchAnswer;
}
