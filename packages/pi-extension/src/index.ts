export { agentToolsExtension, piExtension as default } from "./extension.js";
export type { PiApi } from "./pi-api.js";
export type { PiExtensionOptions } from "./settings.js";
