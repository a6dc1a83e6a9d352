import type { Caller } from "./caller.js";

/** One connection that is about to be made, or was just made. */
export interface Connection {
  /** The name or literal as the URL has it, without brackets. */
  readonly host: string;
  readonly port: number;
  /** The URL's scheme, `http` or `https`; absent where there is no URL. */
  readonly scheme?: string;
  /** The address that the name resolved to, or that the socket reached; absent before the look-up. */
  readonly address?: string;
  /** True where a proxy connects to it, so that nobody here is told which address is reached. */
  readonly isProxied?: boolean;
  /** For whom; absent where the connection serves no single caller. */
  readonly caller?: Caller;
}

/**
 * The policy of the network shield. `check` is asked with the name, again with every address that it resolved to, and
 * again with the address that the socket reached; it throws `network_refused` to refuse. The `network` package puts it
 * under got, fetch and sockets.
 */
export interface Network {
  check(connection: Connection): void;
}
