export { type Audit, type AuditOptions, type AuditQuery, audit } from "./audit/audit.js";
export type { AuditEvent, AuditEventName } from "./audit/audit-event.js";
export type { AuditProblem, AuditSink } from "./audit/audit-sink.js";
export { type FileSinkOptions, fileSink } from "./audit/file-sink.js";
export { logSink, type StructuredLogger } from "./audit/log-sink.js";
export { type PromotionEntry, type PromotionReport, promotionReport } from "./audit/promotion-report.js";
export { type StoredAuditQuery, storedAudit, storeSink } from "./audit/store-sink.js";
export type { ApprovalGrant, ApprovalScope } from "./durable/approval-scope.js";
export { type StoreApprovals, type StoreApprovalsOptions, storeApprovals } from "./durable/approvals.js";
export { type ConfirmRule, confirmation } from "./durable/confirmation.js";
export { type StoreHealth, type StoreHealthOptions, storeHealth } from "./durable/health.js";
export { type LedgerEntry, type StoreLedger, type StoreLedgerOptions, storeLedger } from "./durable/ledger.js";
export {
  type AgentSettings,
  type Governance,
  type LoadGovernanceOptions,
  loadGovernance,
} from "./file/load-governance.js";
export { shield } from "./file/shield.js";
export type { SystemSettings, SystemTool } from "./file/system-settings.js";
export { type ToolPermission, type ToolsReport, type ToolsReportOptions, toolsReport } from "./file/tools-report.js";
export type { CircuitOptions } from "./limits/circuit.js";
export type { LimitedTargets, LimitRule } from "./limits/limit-rule.js";
export { type CounterOptions, type LimitsOptions, limits } from "./limits/limits.js";
export {
  type ExplainingPolicy,
  type GovernancePolicy,
  type PolicyExplanation,
  type PolicyOptions,
  policy,
} from "./policy/policy.js";
export type {
  CallerPattern,
  Pattern,
  PolicyDocument,
  PolicyMode,
  PolicyRule,
  TargetPattern,
} from "./policy/policy-document.js";
export type { Restriction } from "./policy/restriction.js";
export type { ToolKind } from "./registry/registered-tools.js";
export {
  createRegistry,
  type Registry,
  type RegistryOptions,
  type RegistryPluginOptions,
} from "./registry/registry.js";
export type {
  DefinitionChange,
  NewToolDefinition,
  RegistryExport,
  ToolDefinition,
} from "./registry/tool-definition.js";
export type { PublishedToolsets } from "./toolsets/published.js";
export type { Toolset, ToolsetAttachment, ToolsetsDocument, ToolsetTool } from "./toolsets/toolset.js";
export {
  type ToolsetParts,
  type Toolsets,
  type ToolsetsOptions,
  toolsets,
  type VisibleToolset,
} from "./toolsets/toolsets.js";
