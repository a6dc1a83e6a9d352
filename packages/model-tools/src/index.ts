export { type HostIo, type ModelTool, modelTools } from "./model-tools.js";
