export type {
  Adapter,
  AdapterHost,
  CompletionRequest,
  Health,
  Page,
  PromptSource,
  ResourceSource,
  SearchAnswer,
  SearchMatch,
  SourceInfo,
  SourceNotice,
} from "./adapter.js";
export { type Caller, type CallerModel, localCaller } from "./caller.js";
export type { Answers, Ask, CallContext, Log, LogLevel, ReadContext, Secrets } from "./context.js";
export {
  type ArgumentSchema,
  type ArgumentsOf,
  type DefinedTool,
  defineTool,
  type StandardResult,
  type StandardSchema,
  type ToolOptions,
  toolsAdapter,
} from "./define-tool.js";
export { type Effect, effects, strongestEffect } from "./effect.js";
export { type ErrorCode, type ErrorCodeRow, errorCodes } from "./error-codes.js";
export { type Awaitable, isObject, type Json, type JsonObject } from "./json.js";
export { compareKeys, memoryStore } from "./memory-store.js";
export type { Connection, Network } from "./network.js";
export type { CallEvent, CallStatus, Change, Observer } from "./observer.js";
export { definePlugin, type Plugin, type PluginFields } from "./plugin.js";
export type { Problem } from "./problem.js";
export type { GovernedAdapter, RelatedSkill, Skill, SkillContext, SkillMeta } from "./skill.js";
export { type StandaloneContextOptions, standaloneContext, standaloneHost } from "./standalone.js";
export type { Store, StoreEntry, StoreKey, StoreWrite } from "./store.js";
export { type Target, targetName } from "./target.js";
export type { Schema, Tool, ToolAnnotations } from "./tool.js";
export { ToolError, type ToolErrorOptions } from "./tool-error.js";
export { type Content, isToolResult, resultValue, type ToolResult, textResult, toToolResult } from "./tool-result.js";
