export { childEnvironment, type EnvironmentOptions } from "./child-environment.js";
export { type EndOptions, type ProcessGroup, type SpawnOptions, spawnGroup } from "./process-group.js";
