/**
 * Marks a tool whose answers are private: a host's policy keeps it from models that are not local. It stands in `_meta`,
 * where definitions carry what is not for the model.
 */
export const sensitive: { readonly _meta: { readonly "agent-tools/sensitive": true } } = {
  _meta: { "agent-tools/sensitive": true },
};
