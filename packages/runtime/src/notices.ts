import type { AdapterHost, Caller } from "@agent-tools/contract";
import type { PluginNotice } from "./source.js";

type Listener = (notice: PluginNotice, caller?: Caller) => void;

/** What the plugins of one runtime tell without being asked, and who listens. */
export interface Notices {
  /** The part of a plugin's host through which it tells; `toolsChanged` is told first. */
  hostPart(
    prefix: string,
    toolsChanged: (caller?: Caller) => void,
  ): Pick<AdapterHost, "toolsChanged"> & Required<Pick<AdapterHost, "notify">>;
  /** Calls back with what that plugin tells. Returns how to stop. */
  onNotice(prefix: string, listener: Listener): () => void;
}

/** Notices to which nobody listens yet. */
export function createNotices(): Notices {
  const listeners = new Map<string, Set<Listener>>();
  const tell = (prefix: string, notice: PluginNotice, caller?: Caller) => {
    for (const listener of listeners.get(prefix) ?? []) listener(notice, caller);
  };
  return {
    hostPart: (prefix, toolsChanged) => ({
      toolsChanged(caller) {
        toolsChanged(caller);
        tell(prefix, { kind: "tools" }, caller);
      },
      notify: (notice, caller) => tell(prefix, notice, caller),
    }),
    onNotice(prefix, listener) {
      const own = listeners.get(prefix) ?? new Set();
      listeners.set(prefix, own.add(listener));
      return () => own.delete(listener);
    },
  };
}
