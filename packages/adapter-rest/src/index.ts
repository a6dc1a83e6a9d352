export type { Authentication, Credential, Login, SecurityScheme } from "./credential.js";
export type { HttpTool, HttpToolDefinition } from "./http-tool.js";
export type { ReferenceRules } from "./openapi/document-source.js";
export type { ImportReport, OperationReport } from "./openapi/import-report.js";
export { type OpenApiAdapter, type OpenApiOptions, openApiAdapter } from "./openapi-adapter.js";
export type { Pagination } from "./pagination.js";
export { type RestOptions, restAdapter } from "./rest-adapter.js";
export type { Transformation } from "./transformation.js";
