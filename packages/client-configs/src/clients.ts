import type { Client } from "./client.js";
import { agents } from "./clients/agents.js";
import { apps } from "./clients/apps.js";
import { commandLines } from "./clients/command-lines.js";

/** Every client that can be connected. */
export const clients: readonly Client[] = [...apps, ...commandLines, ...agents];
