export type { ApprovalBinding, ApprovalRequest, ApprovalSubject, Approvals } from "./approvals.js";
export { type KnownClient, knownClient, knownClients } from "./clients.js";
export type { Confirmation, ConfirmMode } from "./confirmation.js";
export type { DiscoverOptions, Discovery, InstructionsHit, SkillHit, ToolHit } from "./discover.js";
export type { Explanation } from "./explain.js";
export { type ExposureName, expose } from "./expose.js";
export {
  type CallIo,
  type ClientInfo,
  type ExposedUpstream,
  type Exposure,
  isPending,
  type Pending,
  type Session,
  type UpstreamNotice,
} from "./exposure.js";
export type { ExposeOptions } from "./exposures/expose-options.js";
export { type FindPluginsOptions, type FoundPlugins, findPlugins } from "./find-plugins.js";
export type { Failing, HealthLog, HealthSubject } from "./health.js";
export type { Help, PluginHelp } from "./help.js";
export type { Ledger, LedgerCall, LedgerEnd, LedgerRecord } from "./ledger.js";
export type { CallEnd, LimitedCall, Limits } from "./limits.js";
export type { ListedTool } from "./listed-tool.js";
export type { ConfiguredPlugin } from "./membership.js";
export type {
  CallEnvelope,
  CallOptions,
  CallRequest,
  CallTarget,
  DirectCall,
  DoneOutcome,
  Outcome,
} from "./path/call.js";
export type { Policy, PolicyDecision, PolicySubject } from "./policy.js";
export type { ReceiptClaims } from "./receipt.js";
export type { ResultBudget } from "./results/fit.js";
export type { Handles } from "./results/handles.js";
export { createRuntime, type Runtime, type RuntimeOptions, type SkillReader } from "./runtime.js";
export { type SecretScrubber, secretScrubber } from "./secret-scrubber.js";
export { environmentSecrets, type SecretSource } from "./secret-source.js";
export type { LoadedInstructions, PublishedSkills } from "./skill-library.js";
export type { InstructionSkill, SkillSource } from "./skill-source.js";
export type { PluginNotice, Source, SourceList } from "./source.js";
