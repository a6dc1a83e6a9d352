export { type ModelTool, modelTools } from "./model-tools.js";
