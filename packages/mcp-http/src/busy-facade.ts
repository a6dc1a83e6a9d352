import type { McpFacade } from "@agent-tools/mcp-binding";

/** The same facade; `begin` is called when a request begins, and what it gives when the request has ended. */
export function busyFacade(facade: McpFacade, begin: () => () => void): McpFacade {
  return {
    info: facade.info,
    capabilities: facade.capabilities,
    ...(facade.about && { about: (session) => (facade.about as NonNullable<typeof facade.about>)(session) }),
    instructions: (session) => facade.instructions(session),
    onChange: (listener) => facade.onChange(listener),
    async handle(method, params, context) {
      const end = begin();
      try {
        return await facade.handle(method, params, context);
      } finally {
        end();
      }
    },
  };
}
