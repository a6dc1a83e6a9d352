/** The server that a client is to be connected to: a program, or an address. */
export interface ServerEntry {
  /** What the client calls it. */
  readonly name: string;
  /** The program that is started; absolute, so that it does not depend on where the client runs. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** The names of environment variables that the program needs. Their values are never written. */
  readonly env?: readonly string[];
  /** The address of a server that runs already (Streamable HTTP). */
  readonly url?: string;
  /** The name of the environment variable that holds the bearer token for that address. */
  readonly tokenVariable?: string;
}

/** The system that paths are made for. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the project, for what is kept there. */
  readonly project: string;
}
