import { type Json, type Store, type StoreKey, ToolError } from "@agent-tools/contract";
import type { DefinitionChange, ToolDefinition } from "./tool-definition.js";

/** Where definitions are kept: each change as a version of its own, and the newest of each. */
export interface DefinitionLog {
  list(workspace: string): Promise<readonly ToolDefinition[]>;
  get(workspace: string, id: string): Promise<ToolDefinition | undefined>;
  /** Makes the next version. Throws `invalid_arguments` where somebody else did. `before` is what the change was made from. */
  append(change: DefinitionChange, before: ToolDefinition | undefined): Promise<void>;
  /** The number that the next version of an id has. */
  nextVersion(workspace: string, id: string): Promise<number>;
  /** Every change of one definition, or of a workspace, the oldest first. */
  changes(workspace: string, id?: string): Promise<readonly DefinitionChange[]>;
  /** Changes with each change, whoever makes it. */
  revision(): Promise<string | undefined>;
}

interface Current {
  readonly tool: ToolDefinition;
  readonly isRemoved: boolean;
}

const CURRENT = ["registry", "current"];
const CHANGE = ["registry", "change"];
const REVISION = ["registry", "revision"];

/** A log in a store. A change is written down before it counts, so that none counts unrecorded; a kill in between leaves it to the next change. */
export function definitionLog(store: Store): DefinitionLog {
  const currentKey = ({ workspace, id }: Pick<ToolDefinition, "workspace" | "id">): StoreKey => [
    ...CURRENT,
    workspace,
    id,
  ];
  const changeKey = ({ workspace, id, version }: ToolDefinition): StoreKey => [
    ...CHANGE,
    workspace,
    id,
    String(version).padStart(8, "0"),
  ];
  /** What stands at a key: a definition, or that there is none any more. */
  const last = async (workspace: string, id: string) =>
    (await store.get([...CURRENT, workspace, id]))?.value as unknown as Current | undefined;
  const changesBelow = async (prefix: StoreKey) =>
    (await store.list([...CHANGE, ...prefix])).map(({ value }) => value as unknown as DefinitionChange);

  /** Lets a written change count. Whoever comes second finds it done; a version never goes back. */
  const settle = async ({ did, tool }: DefinitionChange): Promise<void> => {
    for (;;) {
      const current = await store.get(currentKey(tool));
      if (current && (current.value as unknown as Current).tool.version >= tool.version) return;
      const next = { tool, isRemoved: did === "removed" } as unknown as Json;
      if ((await store.set(currentKey(tool), next, { ifVersion: current?.version ?? null })) === undefined) continue;
      await store.set(REVISION, Date.now());
      return;
    }
  };

  return {
    async get(workspace, id) {
      const found = await last(workspace, id);
      return found?.isRemoved === false ? found.tool : undefined;
    },
    list: async (workspace) =>
      (await store.list([...CURRENT, workspace]))
        .map(({ value }) => value as unknown as Current)
        .flatMap(({ tool, isRemoved }) => (isRemoved ? [] : [tool])),
    async append(change, before) {
      const { workspace, id } = change.tool;
      const isMade = await store.set(changeKey(change.tool), change as unknown as Json, { ifVersion: null });
      if (isMade !== undefined) return settle(change);
      const newest = (await changesBelow([workspace, id])).at(-1);
      if (newest) await settle(newest);
      throw new ToolError(
        "invalid_arguments",
        `Tool definition "${id}" was changed meanwhile: it is at version ${newest?.tool.version}, not ${before?.version ?? 0}.`,
        { hint: "Read it again, and make the change anew if it is still wanted.", details: { isConflict: true } },
      );
    },
    nextVersion: async (workspace, id) => ((await last(workspace, id))?.tool.version ?? 0) + 1,
    async changes(workspace, id) {
      const found = await changesBelow(id === undefined ? [workspace] : [workspace, id]);
      return id === undefined ? found.sort((a, b) => a.at - b.at) : found;
    },
    revision: async () => (await store.get(REVISION))?.version,
  };
}
