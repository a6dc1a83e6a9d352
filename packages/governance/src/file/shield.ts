import type { Caller, Network } from "@agent-tools/contract";
import { privateOnly } from "@agent-tools/network";

/**
 * A network that private agents get less of: private addresses only, whatever `inner` allows. A connection that is made
 * for nobody in particular counts as theirs as soon as there is one.
 */
export function shield(inner: Network, isPrivate: (caller: Caller | undefined) => boolean): Network {
  const narrow = privateOnly();
  return {
    check(connection) {
      inner.check(connection);
      if (isPrivate(connection.caller)) narrow.check(connection);
    },
  };
}
