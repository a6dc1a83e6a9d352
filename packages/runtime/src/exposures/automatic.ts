import { knownClient } from "../clients.js";
import type { Session } from "../exposure.js";
import type { Runtime } from "../runtime.js";
import { compact } from "./compact.js";
import type { ExposeOptions } from "./expose-options.js";
import type { ExposedTools } from "./exposed-tool.js";
import { native } from "./native.js";
import { perPlugin } from "./per-plugin.js";

/** More plugins than this are shown compactly. */
const FEW_PLUGINS = 4;

/**
 * What fits the client: the real tools for one that searches tools itself, else facades, named after the plugins while
 * they are few.
 */
export function automatic(runtime: Runtime, options: ExposeOptions): ExposedTools {
  const facade = (runtime.plugins.length <= FEW_PLUGINS ? perPlugin : compact)(runtime, options);
  const real = native(runtime, options);
  const chosen = ({ client }: Session) => (knownClient(client)?.searchesTools === true ? real : facade);
  return {
    isChanging: true,
    guide: (session) => chosen(session).guide(session),
    list: (session) => chosen(session).list(session),
    find: (name, session) => chosen(session).find(name, session),
  };
}
