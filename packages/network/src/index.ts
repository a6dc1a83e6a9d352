export { allowList } from "./allow-list.js";
export { checkUrl } from "./check-url.js";
export type { NetworkOptions } from "./guard.js";
export { type NetworkAgents, networkAgents } from "./network-agents.js";
export { networkDispatcher, networkFetch } from "./network-fetch.js";
export { openNetwork, privateOnly, publicOnly } from "./policies.js";
