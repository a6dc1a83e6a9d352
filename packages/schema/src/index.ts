export { canonicalJson, schemaDigest } from "./canonical-json.js";
export { type CompiledSchema, compileSchema } from "./compiled-schema.js";
export type { SchemaIssue } from "./schema-issue.js";
export { type Settled, type SettleOptions, settle } from "./settle.js";
export { signature } from "./signature.js";
export type { TypeTextOptions } from "./type-text.js";
