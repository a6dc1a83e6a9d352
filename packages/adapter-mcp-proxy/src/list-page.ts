import { isObject, type JsonObject, type Page, type ReadContext, ToolError } from "@agent-tools/contract";
import { METHOD_NOT_FOUND } from "./json-rpc.js";
import type { Upstream } from "./upstream.js";

/** Which list of an upstream. */
export interface ListKind {
  /** An upstream without it has an empty list and is not asked. */
  readonly capability: string;
  /** True where it is the name of an extension. */
  readonly isExtension?: boolean;
  readonly method: string;
  /** The member of the result that holds the items. */
  readonly key: string;
}

/** One page of an upstream's list, its items as they came. */
export async function listPage(
  upstream: Upstream,
  { capability, isExtension = false, method, key }: ListKind,
  cursor: string | undefined,
  { signal }: ReadContext,
): Promise<Page<JsonObject>> {
  const { capabilities } = (await upstream.known()) ?? (await upstream.describe(signal));
  const offered = isExtension ? capabilities["extensions"] : capabilities;
  if (!isObject(offered) || !isObject(offered[capability])) return { items: [] };
  try {
    const params = cursor === undefined ? {} : { cursor };
    const result = await upstream.request({ method, params, signal, isRepeatable: true });
    const { [key]: items, nextCursor, ...rest } = result;
    return {
      items: Array.isArray(items) ? items.filter(isObject).map((item) => item as JsonObject) : [],
      ...(typeof nextCursor === "string" && { nextCursor }),
      ...(Object.keys(rest).length > 0 && { rest }),
    };
  } catch (error) {
    // Some servers announce what they do not have.
    if (ToolError.is(error) && error.details?.["rpcCode"] === METHOD_NOT_FOUND) return { items: [] };
    throw error;
  }
}
