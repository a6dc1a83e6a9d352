export { canonicalJson, schemaDigest } from "./canonical-json.js";
export { type CompiledSchema, compileSchema } from "./compiled-schema.js";
export { type ExampleArguments, exampleArguments } from "./example-arguments.js";
export { type LoweredSchema, lower } from "./lower.js";
export { matchName, type Named, type NameMatch } from "./match-name.js";
export { nearestNames } from "./nearest-names.js";
export { profileViolations } from "./profile-violations.js";
export { type Profile, type ProfileName, profiles } from "./profiles.js";
export {
  type AnthropicTool,
  type ChatTool,
  type GeminiTool,
  type OpenaiTool,
  type ProviderTool,
  providerName,
  toChatTool,
  toProviderTool,
} from "./provider-tool.js";
export type { CallWording } from "./refusal.js";
export type { SchemaIssue } from "./schema-issue.js";
export { type Settled, settle } from "./settle.js";
export { type CallForm, type CallTarget, type SettledCall, settleCall } from "./settle-call.js";
export { signature } from "./signature.js";
export type { TypeTextOptions } from "./type-text.js";
export type { Weakening } from "./weakening.js";
