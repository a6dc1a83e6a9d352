export type {
  Grant,
  HttpFetchCage,
  KnowledgeCage,
  MemoryCage,
  NoteScope,
  ReadFileCage,
  SystemAdapterOptions,
  SystemToolName,
  WebhookCallCage,
} from "./cages.js";
export type { Note, Notes } from "./notes.js";
export { type SystemAdapter, systemAdapter } from "./system-adapter.js";
