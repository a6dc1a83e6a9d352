import { type CallContext, type Effect, type Json, ToolError, type ToolResult } from "@agent-tools/contract";
import { authenticated, type Obtained } from "./authenticate.js";
import type { HttpClient } from "./http-client.js";
import { httpFailure, isFailure } from "./http-failure.js";
import type { HttpRequest, HttpResponse } from "./http-message.js";
import { defaultMaxPages, mergePages, nextPage, type Pagination } from "./pagination.js";
import { bodyResult, jsonResult, readBody } from "./response-body.js";
import { type Transformation, transform } from "./transformation.js";

/** One call of a tool: a request without its credentials, and what is done with the answer. */
export interface HttpCall {
  readonly tool: string;
  readonly request: HttpRequest;
  /** Names the request in messages; no value stands in it. */
  readonly label: string;
  readonly effect: Effect;
  /** True where a request whose reply was lost may be sent again. */
  readonly isRepeatable: boolean;
  readonly credentials: readonly Obtained[];
  /** What a header for idempotency keys is called at this service. */
  readonly idempotencyHeader: string | undefined;
  readonly pagination: Pagination | undefined;
  readonly transformation: Transformation | undefined;
  /** Secrets that stand in the request already. */
  readonly secrets: readonly string[];
  /** Ends with the call, its deadline and the tool's own limit. */
  readonly signal: AbortSignal;
}

/** Sends a call and reads its answer. A failed status is thrown as a ToolError. */
export async function runCall(call: HttpCall, client: HttpClient, context: CallContext): Promise<ToolResult> {
  const exchange = exchanger(call, client, context);
  let response = await exchange(call.request);
  let body = readBody(response);
  let isCut = false;
  const { pagination } = call;
  if (pagination && body.kind === "json") {
    const pages: Json[] = [body.value];
    let request = nextPage(pagination, call.request, response, body.value);
    while (request && pages.length < (pagination.maxPages ?? defaultMaxPages)) {
      context.progress(pages.length, undefined, "pages read");
      response = await exchange(request);
      body = readBody(response);
      if (body.kind !== "json") break;
      pages.push(body.value);
      request = nextPage(pagination, request, response, body.value);
    }
    isCut = request !== undefined;
    body = { kind: "json", value: mergePages(pagination, pages) };
  }
  if (!call.transformation || body.kind !== "json") return noting(isCut, bodyResult(body, response, context));
  try {
    return noting(isCut, jsonResult(await transform(body.value, call.transformation)));
  } catch (error) {
    const warning = `The response could not be transformed (${ToolError.from(error).message}); this is all of it.`;
    context.log("warning", { tool: call.tool, warning });
    const raw = noting(isCut, jsonResult(body.value));
    return { ...raw, content: [{ type: "text", text: warning }, ...raw.content] };
  }
}

function noting(isCut: boolean, result: ToolResult): ToolResult {
  if (!isCut) return result;
  return {
    ...result,
    content: [...result.content, { type: "text", text: "There are more pages; these are the first." }],
  };
}

/** Sends requests of one call. A refused token is renewed once, for all of its pages. */
function exchanger(call: HttpCall, client: HttpClient, context: CallContext) {
  const { label, effect, idempotencyHeader, signal } = call;
  let { credentials } = call;
  let isRenewed = false;
  const keyed: Record<string, string> =
    idempotencyHeader === undefined || effect === "read"
      ? {}
      : { [idempotencyHeader.toLowerCase()]: context.idempotencyKey };

  const send = (request: HttpRequest): Promise<HttpResponse> =>
    client.send(credentials.reduce(authenticated, { ...request, headers: { ...request.headers, ...keyed } }), {
      label,
      effect,
      isRepeatable: call.isRepeatable || idempotencyHeader !== undefined,
      signal,
      caller: context.caller,
      dispatched: () => context.dispatched(),
    });

  return async (request: HttpRequest): Promise<HttpResponse> => {
    let response = await send(request);
    // 401 says that nothing was done, so that even a change may be sent again.
    if (response.status === 401 && !isRenewed && credentials.some(({ renew }) => renew)) {
      isRenewed = true;
      credentials = await Promise.all(credentials.map((credential) => credential.renew?.() ?? credential));
      response = await send(request);
    }
    if (!isFailure(response)) return response;
    const sent = [...call.secrets, ...credentials.flatMap(({ secrets }) => secrets)];
    throw httpFailure(response, label, sent, context.secrets.scrub);
  };
}
