import { realpathSync, statSync } from "node:fs";
import { isObject, ToolError } from "@agent-tools/contract";
import { allowList } from "@agent-tools/network";
import type { Grant, SystemAdapterOptions, SystemToolName } from "./cages.js";

type CageName = Exclude<keyof SystemAdapterOptions, "tools" | "grants">;

/** The cage that each tool needs, and how it is written. */
const cages: Readonly<Record<SystemToolName, { readonly cage: CageName; readonly form: string } | undefined>> = {
  time: undefined,
  echo: undefined,
  calc: undefined,
  read_file: { cage: "readFile", form: "{ root }" },
  http_fetch: { cage: "httpFetch", form: "{ allowHosts }" },
  webhook_call: { cage: "webhookCall", form: "{ allowHosts }" },
  memory_note: { cage: "memory", form: "{ scope }" },
  memory_search: { cage: "memory", form: "{ scope }" },
  knowledge_search: { cage: "knowledgeSearch", form: "{ folders }" },
};

/** Throws `invalid_configuration` at the first tool without its cage, and at the first field of a cage that is wrong. */
export function checkCages(options: SystemAdapterOptions): void {
  const tools: readonly SystemToolName[] = options.tools;
  if (!Array.isArray(tools)) throw wrong("tools", "must be a list of tool names.");
  for (const tool of tools as readonly SystemToolName[]) {
    if (!Object.hasOwn(cages, tool)) {
      const known = Object.keys(cages).join(", ");
      throw wrong("tools", `names "${tool}", and there are only ${known}. None starts a process, by decision.`);
    }
    const needed = cages[tool];
    if (needed && !isObject(options[needed.cage])) {
      throw wrong(needed.cage, `is missing, and the tool "${tool}" does not start without this cage: ${needed.form}.`);
    }
    if (needed?.cage === "memory" && !isGranted(tool, options.grants ?? [])) {
      throw wrong("grants", `has no row that covers "${tool}", and notes are kept only where one allows it.`);
    }
  }
  checkReadFile(options);
  checkHttp(options);
  checkMemory(options);
  checkKnowledge(options);
}

/** A denying row wins over any other, as everywhere. */
function isGranted(tool: SystemToolName, grants: readonly Grant[]): boolean {
  const rows = grants.filter((grant) => covers(grant.tool, tool));
  return rows.some(({ mode }) => mode !== "deny") && !rows.some(({ mode }) => mode === "deny");
}

function covers(pattern: string, tool: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(tool);
}

function checkReadFile({ readFile }: SystemAdapterOptions): void {
  if (!readFile) return;
  folderAt(readFile.root, "readFile.root");
  whole(readFile.maxBytes, "readFile.maxBytes", 1);
}

function checkHttp({ httpFetch, webhookCall }: SystemAdapterOptions): void {
  for (const [cage, field] of [
    [httpFetch, "httpFetch"],
    [webhookCall, "webhookCall"],
  ] as const) {
    if (!cage) continue;
    const { allowHosts } = cage;
    if (!Array.isArray(allowHosts) || allowHosts.length === 0) {
      throw wrong(`${field}.allowHosts`, "must list at least one host.");
    }
    allowList(allowHosts);
    whole(cage.maxBytes, `${field}.maxBytes`, 1);
    whole(cage.timeoutMs, `${field}.timeoutMs`, 1);
  }
  whole(httpFetch?.maxRedirects, "httpFetch.maxRedirects", 0, 20);
}

function checkMemory({ memory }: SystemAdapterOptions): void {
  if (!memory) return;
  const scopes = ["workspace", "agent", "caller", "conversation"];
  if (!scopes.includes(memory.scope)) throw wrong("memory.scope", `must be one of ${scopes.join(", ")}.`);
  whole(memory.maxNotes, "memory.maxNotes", 1, 10_000);
  whole(memory.maxNoteCharacters, "memory.maxNoteCharacters", 1, 100_000);
}

function checkKnowledge({ knowledgeSearch }: SystemAdapterOptions): void {
  if (!knowledgeSearch) return;
  const { folders, maxFileBytes, maxFiles, extensions } = knowledgeSearch;
  if (!isObject(folders) || Object.keys(folders).length === 0) {
    throw wrong("knowledgeSearch.folders", "must name at least one folder.");
  }
  for (const [name, folder] of Object.entries(folders)) folderAt(folder, `knowledgeSearch.folders.${name}`);
  whole(maxFileBytes, "knowledgeSearch.maxFileBytes", 1);
  whole(maxFiles, "knowledgeSearch.maxFiles", 1);
  if (extensions !== undefined && !(Array.isArray(extensions) && extensions.every((end) => /^\.\w+$/.test(end)))) {
    throw wrong("knowledgeSearch.extensions", 'must be a list such as [".md", ".txt"].');
  }
}

function folderAt(path: unknown, field: string): void {
  try {
    if (typeof path === "string" && path !== "" && statSync(realpathSync(path)).isDirectory()) return;
  } catch {
    // Said below.
  }
  throw wrong(field, `is ${JSON.stringify(path)}; it must be a folder that is there.`);
}

function whole(value: number | undefined, field: string, least: number, most: number = Number.MAX_SAFE_INTEGER): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least && value <= most)) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  throw wrong(field, `is ${JSON.stringify(value)}; it must be a whole number ${range}.`);
}

function wrong(field: string, words: string): ToolError {
  return new ToolError("invalid_configuration", `System tools: ${field} ${words}`, {
    hint: "Correct the options of systemAdapter.",
    details: { field },
  });
}
