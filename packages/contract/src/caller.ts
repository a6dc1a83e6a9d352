/** Where the model that reads the answers runs. Sensitive tools are kept from models that are not local. */
export interface CallerModel {
  readonly locality: "local" | "cloud";
}

/**
 * On whose behalf something is listed, found or called. Every field is compared exactly, and none has a default:
 * a host names its callers, or says `localCaller()`.
 */
export interface Caller {
  readonly workspace: string;
  readonly agent: string;
  /** The principal: a user, a service, a process. */
  readonly caller: string;
  /** How the request came in, for example `stdio`, `http`, `console`. */
  readonly channel: string;
  /** Keys state that outlives a call (gates, breakers). It may narrow, never grant. */
  readonly conversation: string;
  readonly roles?: readonly string[];
  readonly model?: CallerModel;
  /** The host's own ids for this principal, for example `{ customerId: "c-17" }`. */
  readonly externalReferenceIds?: Readonly<Record<string, string>>;
}

/** The one caller of a host that serves one person on their own machine. Fields given replace the defaults. */
export function localCaller(fields: Partial<Caller> = {}): Caller {
  return { workspace: "local", agent: "agent", caller: "local", channel: "local", conversation: "local", ...fields };
}
