import { type Adapter, type AdapterHost, type DefinedTool, standaloneHost, toolsAdapter } from "@agent-tools/contract";
import { checkCages } from "./cage-check.js";
import type { SystemAdapterOptions, SystemToolName } from "./cages.js";
import { httpFetchTool } from "./http-fetch-tool.js";
import { knowledgeSearchTool } from "./knowledge-search-tool.js";
import { memoryNoteTool, memorySearchTool } from "./memory-tools.js";
import { createNotes, type Notes } from "./notes.js";
import { calcTool, echoTool, timeTool } from "./pure-tools.js";
import { readFileTool } from "./read-file-tool.js";
import { webhookCallTool } from "./webhook-call-tool.js";

/** The built-in tools, and the notes where there is a memory. */
export interface SystemAdapter extends Adapter {
  /** For hosts: the notes of a caller's scope, to list, to search and to put into instructions. */
  readonly notes?: Notes;
}

/**
 * The built-in tools that `tools` lists, each in its cage. Throws `invalid_configuration` where one is listed without its
 * cage, or a memory tool without a grant that covers it: nothing has a default that would let it reach something.
 * Connections are asked of the host's network and of the cage's list; notes are kept in the host's store.
 */
export function systemAdapter(options: SystemAdapterOptions, host: AdapterHost = standaloneHost()): SystemAdapter {
  checkCages(options);
  const { readFile, httpFetch, webhookCall, memory, knowledgeSearch } = options;
  const notes = memory && createNotes(memory, host.store);
  // Whoever is listed has its cage by now.
  const makers: Readonly<Record<SystemToolName, () => DefinedTool | undefined>> = {
    time: timeTool,
    echo: echoTool,
    calc: calcTool,
    read_file: () => readFile && readFileTool(readFile),
    http_fetch: () => httpFetch && httpFetchTool(httpFetch, host.network),
    webhook_call: () => webhookCall && webhookCallTool(webhookCall, host.network),
    memory_note: () => notes && memoryNoteTool(notes),
    memory_search: () => notes && memorySearchTool(notes),
    knowledge_search: () => knowledgeSearch && knowledgeSearchTool(knowledgeSearch),
  };
  const tools = [...new Set(options.tools)].flatMap((name) => makers[name]() ?? []);
  return { ...toolsAdapter(tools), reportsDispatch: true, ...(notes && { notes }) };
}
