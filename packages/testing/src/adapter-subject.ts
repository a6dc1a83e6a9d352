import {
  type Adapter,
  type AdapterHost,
  type Awaitable,
  type CallContext,
  type Json,
  type JsonObject,
  type StandaloneContextOptions,
  standaloneContext,
  standaloneHost,
} from "@agent-tools/contract";

/** One call of a tool that is really there. */
export interface ExampleCall {
  readonly tool: string;
  readonly arguments?: JsonObject;
  /** The plain value that the call answers with, where it is known. */
  readonly answer?: Json;
}

/** What is known about an adapter before its rules are checked. */
export interface AdapterSubjectOptions {
  /** A fresh adapter; each rule gets its own, and closes it. */
  readonly create: (host: AdapterHost) => Awaitable<Adapter>;
  /** A call that succeeds, or several: with two different answers the suite also sees whether calls mix. */
  readonly call: ExampleCall | readonly [ExampleCall, ...ExampleCall[]];
  /** A call that takes long enough to be cancelled. Without it nothing is proved about cancelling. */
  readonly slowCall?: ExampleCall;
  /** A call that is sent and fails. */
  readonly failingCall?: ExampleCall;
  /** The secrets that the adapter asks its context for, by name. They must appear nowhere. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Milliseconds after which something counts as hanging. Default 10,000. */
  readonly patienceMs?: number;
}

/** What the rules for adapters look at. */
export interface AdapterSubject {
  readonly calls: readonly [ExampleCall, ...ExampleCall[]];
  readonly slowCall: ExampleCall | undefined;
  readonly failingCall: ExampleCall | undefined;
  readonly secrets: Readonly<Record<string, string>>;
  readonly patienceMs: number;
  /** Everything that was logged or told as progress. */
  readonly said: readonly unknown[];
  create(): Promise<Adapter>;
  /** A context with the subject's secrets that counts what is done with it. */
  context(options?: StandaloneContextOptions): CountedContext;
  /** What the work settles with. Fails the rule where that takes longer than the patience. */
  outcome<T>(what: string, work: () => Awaitable<T>): Promise<SettledWork<T>>;
  /** What the work answers with. Fails the rule where it rejects, too. */
  value<T>(what: string, work: () => Awaitable<T>): Promise<T>;
  /** Closes every adapter that was made. */
  close(): Promise<void>;
}

/** A context that knows which secrets it was asked for, and whether the call was sent. */
export interface CountedContext extends CallContext {
  readonly secretsAsked: ReadonlySet<string>;
  readonly isDispatched: () => boolean;
}

/** How a piece of work ended. */
export type SettledWork<T> =
  | { readonly isDone: true; readonly value: T }
  | { readonly isDone: false; readonly error: unknown };

/** A subject for one rule. */
export function adapterSubject(options: AdapterSubjectOptions): AdapterSubject {
  const { slowCall, failingCall, secrets = {}, patienceMs = 10_000 } = options;
  const calls = ([] as ExampleCall[]).concat(options.call) as [ExampleCall, ...ExampleCall[]];
  const made: Adapter[] = [];
  const said: unknown[] = [];

  const outcome = async <T>(what: string, work: () => Awaitable<T>): Promise<SettledWork<T>> => {
    let timer: NodeJS.Timeout | undefined;
    const hang = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${what} did not settle within ${patienceMs} ms.`)), patienceMs);
    });
    const settled = (async () => work())().then(
      (value): SettledWork<T> => ({ isDone: true, value }),
      (error: unknown): SettledWork<T> => ({ isDone: false, error }),
    );
    return Promise.race([settled, hang]).finally(() => clearTimeout(timer));
  };

  const value = async <T>(what: string, work: () => Awaitable<T>): Promise<T> => {
    const settled = await outcome(what, work);
    if (settled.isDone) return settled.value;
    throw new Error(`${what} failed: ${wordsOf(settled.error)}`, { cause: settled.error });
  };

  return {
    calls,
    slowCall,
    failingCall,
    secrets,
    patienceMs,
    said,
    async create() {
      const host = standaloneHost({ log: (_, data) => said.push(data) });
      const adapter = await value("create", () => options.create(host));
      made.push(adapter);
      return adapter;
    },
    context(given = {}) {
      const secretsAsked = new Set<string>();
      let isDispatched = false;
      const context = standaloneContext({
        secrets,
        log: (_, data) => said.push(data),
        progress: (_done, _total, message) => said.push(message),
        ...given,
        dispatched() {
          isDispatched = true;
          given.dispatched?.();
        },
      });
      const get = (name: string): Promise<string> => {
        secretsAsked.add(name);
        return context.secrets.get(name);
      };
      return { ...context, secrets: { get }, secretsAsked, isDispatched: () => isDispatched };
    },
    outcome,
    value,
    async close() {
      for (const adapter of made.splice(0)) await outcome("close", () => adapter.close?.());
    },
  };
}

/** What was thrown, in words. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
