import { opendir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { createSearchIndex, type SearchDocument } from "@agent-tools/search";
import type { KnowledgeCage } from "./cages.js";
import { type ConfinedFolder, confinedFolder } from "./confined-file.js";
import { type Passage, passagesOf } from "./passages.js";

/** One passage that was found. */
export interface KnowledgeHit {
  readonly folder: string;
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly heading: string;
  readonly line: number;
  readonly text: string;
}

/** What a search found. */
export interface KnowledgeAnswer {
  readonly hits: readonly KnowledgeHit[];
  /** How many files were looked through. */
  readonly files: number;
  /** True where there are more files than the cage lets be read. */
  readonly isCut: boolean;
}

interface KnownFile {
  readonly stamp: string;
  readonly documents: readonly (SearchDocument & { readonly hit: KnowledgeHit })[];
}

const textEnds = [".md", ".markdown", ".mdx", ".txt", ".rst", ".adoc", ".org"];
const DEEPEST = 20;

/**
 * A search over the text files of named folders. Every search looks at the folders as they are and reads what has
 * changed. Hidden files and folders, links, and what is too large or no text are passed over.
 */
export function createKnowledge(cage: KnowledgeCage): {
  search(query: string, options: { folder?: string; limit: number; signal: AbortSignal }): Promise<KnowledgeAnswer>;
} {
  const { maxFileBytes = 1_048_576, maxFiles = 2_000, extensions = textEnds } = cage;
  const folders = new Map(Object.entries(cage.folders).map(([name, path]) => [name, confinedFolder(path)]));
  const index = createSearchIndex<SearchDocument & { readonly hit: KnowledgeHit }>();
  let known = new Map<string, KnownFile>();
  let isCut = false;
  let refreshing: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    const next = new Map<string, KnownFile>();
    isCut = false;
    for (const [name, folder] of folders) {
      for await (const path of textFiles(folder.root, extensions)) {
        if (next.size >= maxFiles) {
          isCut = true;
          break;
        }
        const id = JSON.stringify([name, path]);
        next.set(id, await fileOf({ id, name, path, folder, maxFileBytes }, known.get(id)));
      }
    }
    known = next;
    index.update([...known.values()].flatMap(({ documents }) => documents));
  };

  return {
    async search(query, { folder, limit, signal }) {
      signal.throwIfAborted();
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      await refreshing;
      signal.throwIfAborted();
      const page = index.search(query, { limit, filter: ({ hit }) => folder === undefined || hit.folder === folder });
      return { hits: page.hits.map(({ document }) => document.hit), files: known.size, isCut };
    },
  };
}

interface FilePlace {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly folder: ConfinedFolder;
  readonly maxFileBytes: number;
}

async function fileOf(place: FilePlace, before: KnownFile | undefined): Promise<KnownFile> {
  const { name, path, folder, maxFileBytes } = place;
  let stamp = "";
  try {
    const { mtimeMs, size, ino } = await stat(join(folder.root, path));
    stamp = `${mtimeMs} ${size} ${ino}`;
    if (before?.stamp === stamp) return before;
    const bytes = await folder.read(path, maxFileBytes);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const shown = path.split(sep).join("/");
    return {
      stamp,
      documents: passagesOf(text).map((passage, nth) => documentOf(place.id, name, shown, passage, nth)),
    };
  } catch {
    // Gone meanwhile, too large, or no text.
    return { stamp, documents: [] };
  }
}

function documentOf(id: string, folder: string, path: string, { heading, text, line }: Passage, nth: number) {
  return {
    id: `${id} ${nth}`,
    kind: "tool" as const,
    plugin: folder,
    name: path.replace(/^.*\/|\.\w+$/g, ""),
    title: heading,
    description: text,
    hit: { folder, path, heading, line, text },
  };
}

/** The text files below a folder, relative to it, in the order of their names. Links are not followed. */
async function* textFiles(root: string, ends: readonly string[], folder = root, depth = 0): AsyncGenerator<string> {
  if (depth > DEEPEST) return;
  const entries = [];
  try {
    for await (const entry of await opendir(folder)) entries.push(entry);
  } catch {
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* textFiles(root, ends, path, depth + 1);
    else if (entry.isFile() && ends.some((end) => entry.name.toLowerCase().endsWith(end))) yield relative(root, path);
  }
}
