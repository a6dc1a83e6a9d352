export { type ApiRight, type ApiToken, hashToken } from "./registry/api/bearer-tokens.js";
export { type RegistryApi, type RegistryApiOptions, registryApi } from "./registry/api/registry-api.js";
