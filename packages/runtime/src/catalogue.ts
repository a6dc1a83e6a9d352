import type { Awaitable, Caller, Effect, Problem, ToolError } from "@agent-tools/contract";
import type { createSearchIndex, SearchIndex } from "@agent-tools/search";
import { type CatalogueDocument, catalogueDocuments } from "./catalogue-document.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { fromServer, type ReadableSkill } from "./readable-skill.js";
import { createServedSkillList, type ServedSkillList } from "./served-skill-list.js";
import type { InstructionSkill } from "./skill-source.js";
import { createToolList, type ListView, PATIENCE_MS, type ToolList } from "./tool-list.js";
import { within } from "./within.js";

/** What one caller could see at one moment, before policy. It never changes; a change makes another. */
export interface Snapshot {
  readonly lists: ReadonlyMap<string, ListView>;
  /** The skills to read: the host's own, then those of the plugins' servers. */
  readonly skills: readonly ReadableSkill[];
}

/** Every plugin's tools, listed when they are first needed and kept per view: one for all callers, or one for each. */
export interface Catalogue {
  readonly plugins: ReadonlyMap<string, LoadedPlugin>;
  /** The caller's view as it stands. Lists that are missing or stale start loading. */
  snapshot(caller: Caller): Snapshot;
  /** The same, with an index of its tools and skills, which holds until the next. */
  searchable(
    caller: Caller,
    createIndex: typeof createSearchIndex,
  ): { readonly snapshot: Snapshot; readonly index: SearchIndex<CatalogueDocument> };
  /** One plugin's list, waited for. Rejects where it cannot be had and none is kept from before. */
  load(prefix: string, caller: Caller): Promise<ListView>;
  /** Waits until no list of the view is being loaded, but not long. The prefixes of those that still are. */
  settled(caller: Caller): Promise<ReadonlySet<string>>;
  /**
   * The skills to read; with a plugin, the host's own and those of this plugin's server. Searches that are under way are
   * waited for, but not long, unless `isPatient`.
   */
  skills(caller: Caller, plugin?: string, isPatient?: boolean): Promise<readonly ReadableSkill[]>;
  /** Marks the skills of a plugin's server as stale. */
  skillsChanged(prefix: string): void;
  /** Marks a plugin's list as stale, for one caller or for all. */
  changed(prefix: string, caller?: Caller): void;
  onChange(listener: () => void): () => void;
}

/** How a catalogue is made. */
export interface CatalogueOptions {
  readonly plugins: readonly LoadedPlugin[];
  /** The operator's effects, by prefix and tool name. */
  readonly effects: ReadonlyMap<string, ReadonlyMap<string, Effect>>;
  /** The host's own skills to read. */
  readonly ownSkills: () => Awaitable<readonly InstructionSkill[]>;
  /** Milliseconds that a `listTools` may take. */
  readonly listMs: number;
  readonly report: (problem: Problem) => void;
  /** Told of each list that was had, or could not be. */
  readonly onListed: (prefix: string, caller: Caller, error?: ToolError) => void;
}

/** More callers than this at once, and the one that has been quiet the longest is listed anew when it returns. */
const MOST_VIEWS = 500;

interface View {
  readonly lists: ReadonlyMap<string, ToolList>;
  readonly served: ReadonlyMap<string, ServedSkillList>;
  snapshot?: Snapshot | undefined;
  index?: SearchIndex<CatalogueDocument>;
  /** What the index holds. */
  indexed?: Snapshot;
}

/** A catalogue over loaded plugins. */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const plugins = new Map(options.plugins.map((plugin) => [plugin.prefix, plugin]));
  const listeners = new Set<() => void>();
  const views = new Map<string, View>();
  const isShared = options.plugins.every((plugin) => !plugin.isPerCaller);

  let own: readonly InstructionSkill[] = [];

  const outdate = () => {
    for (const view of views.values()) view.snapshot = undefined;
  };
  const changedList = () => {
    outdate();
    for (const listener of listeners) listener();
  };
  const listOf = (owner: LoadedPlugin) =>
    createToolList({ ...options, owner, effects: options.effects.get(owner.prefix), onChange: changedList });
  const shared = new Map(
    options.plugins.filter((plugin) => !plugin.isPerCaller).map((plugin) => [plugin.prefix, listOf(plugin)]),
  );

  const servedOf = (owner: LoadedPlugin): ServedSkillList[] =>
    owner.adapter.resources
      ? [createServedSkillList({ ...options, owner, source: owner.adapter.resources, onChange: outdate })]
      : [];
  const sharedServed = new Map(
    options.plugins
      .filter((plugin) => !plugin.isPerCaller)
      .flatMap((plugin) => servedOf(plugin).map((list) => [plugin.prefix, list] as const)),
  );

  const viewOf = (caller: Caller): View => {
    const key = isShared ? "" : viewKey(caller);
    let view = views.get(key);
    if (view) {
      if (views.size > 1) {
        views.delete(key);
        views.set(key, view);
      }
      return view;
    }
    view = {
      lists: new Map(options.plugins.map((plugin) => [plugin.prefix, shared.get(plugin.prefix) ?? listOf(plugin)])),
      served: new Map(
        options.plugins.flatMap((plugin) => {
          const known = sharedServed.get(plugin.prefix);
          return (known ? [known] : servedOf(plugin)).map((list) => [plugin.prefix, list] as const);
        }),
      ),
    };
    views.set(key, view);
    if (views.size > MOST_VIEWS) views.delete(views.keys().next().value as string);
    return view;
  };

  const snapshotOf = (view: View): Snapshot => {
    if (view.snapshot) return view.snapshot;
    const lists = new Map([...view.lists].map(([prefix, list]) => [prefix, list.view()]));
    const served = [...view.served].flatMap(([prefix, list]) => list.view().map((skill) => fromServer(prefix, skill)));
    view.snapshot = { lists, skills: [...own, ...served] };
    return view.snapshot;
  };

  const freshView = (caller: Caller): View => {
    const view = viewOf(caller);
    for (const list of view.lists.values()) list.start(caller);
    return view;
  };

  return {
    plugins,
    snapshot: (caller) => snapshotOf(freshView(caller)),
    searchable(caller, createIndex) {
      const view = freshView(caller);
      const snapshot = snapshotOf(view);
      view.index ??= createIndex<CatalogueDocument>();
      if (view.indexed !== snapshot) view.index.update(catalogueDocuments(plugins, snapshot.lists, snapshot.skills));
      view.indexed = snapshot;
      return { snapshot, index: view.index };
    },
    load: (prefix, caller) => (viewOf(caller).lists.get(prefix) as ToolList).load(caller),
    async settled(caller) {
      const late = new Set<string>();
      const loads = [...viewOf(caller).lists].map(async ([prefix, list]) => {
        const load = list.start(caller);
        if (load) await within<unknown>(PATIENCE_MS, load, () => late.add(prefix));
      });
      await Promise.all(loads);
      return late;
    },
    async skills(caller, plugin, isPatient = false) {
      const listed = await options.ownSkills();
      if (!isSameList(listed, own)) {
        own = listed;
        outdate();
      }
      const { served } = viewOf(caller);
      const wanted = plugin === undefined ? [...served.values()] : [served.get(plugin)];
      const searches = wanted.flatMap((list) => list?.start(caller) ?? []);
      const wait = (search: Promise<unknown>) => within<unknown>(PATIENCE_MS, search, () => undefined);
      await Promise.all(isPatient ? searches : searches.map(wait));
      const { skills } = snapshotOf(viewOf(caller));
      return plugin === undefined ? skills : skills.filter((skill) => (skill.served?.plugin ?? plugin) === plugin);
    },
    skillsChanged(prefix) {
      for (const { served } of views.values()) served.get(prefix)?.markStale();
    },
    changed(prefix, caller) {
      for (const [key, view] of views) {
        if (caller !== undefined && key !== "" && key !== viewKey(caller)) continue;
        view.lists.get(prefix)?.markStale();
        view.served.get(prefix)?.markStale();
      }
      changedList();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isSameList(some: readonly InstructionSkill[], others: readonly InstructionSkill[]): boolean {
  if (some === others) return true;
  const textOf = ({ name, description, allowedTools }: InstructionSkill) =>
    [name, description, ...allowedTools].join("\n");
  return some.length === others.length && some.every((skill, at) => textOf(skill) === textOf(others[at] ?? skill));
}

/** Who shares a view: everything about a caller that may decide what it is shown, and not the conversation. */
export function viewKey({ workspace, agent, caller, roles, externalReferenceIds }: Caller): string {
  return JSON.stringify([workspace, agent, caller, roles ?? [], Object.entries(externalReferenceIds ?? {}).sort()]);
}
