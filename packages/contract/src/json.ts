/** Any JSON value (RFC 8259). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. A property that is `undefined` counts as absent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** True for a plain object: not null, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
