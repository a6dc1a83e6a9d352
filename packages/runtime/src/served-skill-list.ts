import {
  type Caller,
  type JsonObject,
  type Page,
  type Problem,
  type ReadContext,
  type ResourceSource,
  standaloneContext,
  ToolError,
} from "@agent-tools/contract";
import { findServedSkills, type ServedSkill } from "@agent-tools/skills";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { within } from "./within.js";

/** The skills that one plugin's server publishes, for one caller or for all: found once, kept until the list is stale. */
export interface ServedSkillList {
  view(): readonly ServedSkill[];
  /** Begins to look where the list is missing or stale. The search that is under way, or undefined where there is none. */
  start(caller: Caller): Promise<unknown> | undefined;
  markStale(): void;
}

/** How such a list is made. */
export interface ServedSkillListOptions {
  readonly owner: LoadedPlugin;
  readonly source: ResourceSource;
  /** Milliseconds that the whole search may take. */
  readonly listMs: number;
  readonly report: (problem: Problem) => void;
  readonly onChange: () => void;
}

/** A search that failed is not tried again before this many milliseconds, unless the plugin says that it has changed. */
const PAUSE_MS = 60_000;
const MOST_PAGES = 50;

/** A list that was not looked for yet. */
export function createServedSkillList({
  owner,
  source,
  listMs,
  report,
  onChange,
}: ServedSkillListOptions): ServedSkillList {
  let skills: readonly ServedSkill[] = [];
  let isStale = true;
  let pauseUntil = 0;
  let search: Promise<void> | undefined;
  const told = (error: ToolError) => report({ source: owner.prefix, field: "skills", message: error.message });

  const look = async (caller: Caller): Promise<void> => {
    isStale = false;
    const controller = new AbortController();
    try {
      const looking = find(source, owner.readContext(caller, controller.signal), told);
      skills = await within<readonly ServedSkill[]>(listMs, looking, () => {
        throw new ToolError("timeout", `Its skills were not listed within ${listMs} ms.`);
      });
    } catch (error) {
      isStale = true;
      pauseUntil = Date.now() + PAUSE_MS;
      told(ToolError.from(error, "upstream_unavailable"));
    } finally {
      controller.abort();
      search = undefined;
    }
    onChange();
  };
  return {
    view: () => skills,
    start(caller) {
      if (!search && isStale && Date.now() >= pauseUntil) search = look(caller);
      return search;
    },
    markStale() {
      isStale = true;
      pauseUntil = 0;
    },
  };
}

async function find(
  source: ResourceSource,
  context: ReadContext,
  onProblem: (problem: ToolError) => void,
): Promise<readonly ServedSkill[]> {
  const entries = source.listSkills ? await pages((cursor) => source.listSkills?.(cursor, context)) : [];
  const resources = await pages((cursor) => source.list(cursor, context));
  const read = async (uri: string) => source.read(uri, { ...standaloneContext(), ...context });
  return findServedSkills({ entries, resources, read }, onProblem);
}

async function pages(
  page: (cursor: string | undefined) => Promise<Page<JsonObject>> | Page<JsonObject> | undefined,
): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  const seen = new Set<string | undefined>();
  for (let cursor: string | undefined; seen.size < MOST_PAGES && !seen.has(cursor); ) {
    seen.add(cursor);
    const answer = await page(cursor);
    items.push(...(answer?.items ?? []));
    cursor = answer?.nextCursor;
    if (cursor === undefined) break;
  }
  return items;
}
