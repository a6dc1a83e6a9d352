import type { Session } from "@agent-tools/runtime";
import type { McpFacade } from "./facade.js";

/** The facade as one session sees it: with the info and capabilities that are its own. */
export async function openFacade(facade: McpFacade, session: Session): Promise<McpFacade> {
  if (!facade.about) return facade;
  const { info, capabilities } = await facade.about(session);
  return {
    info,
    capabilities,
    instructions: (asking) => facade.instructions(asking),
    handle: (method, params, context) => facade.handle(method, params, context),
    onChange: (listener) => facade.onChange(listener),
  };
}
