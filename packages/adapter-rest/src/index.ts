export type { HttpTool, HttpToolDefinition } from "./http-tool.js";
export { type RestOptions, restAdapter } from "./rest-adapter.js";
export type { Transformation } from "./transformation.js";
