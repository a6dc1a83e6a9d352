import type { Effect, ToolAnnotations } from "@agent-tools/contract";

/** What RFC 9110, section 9.2, says about a method; a method that is not here only writes. */
const methods: Readonly<Record<string, { readonly effect: Effect; readonly isIdempotent: boolean }>> = {
  GET: { effect: "read", isIdempotent: true },
  HEAD: { effect: "read", isIdempotent: true },
  OPTIONS: { effect: "read", isIdempotent: true },
  TRACE: { effect: "read", isIdempotent: true },
  QUERY: { effect: "read", isIdempotent: true },
  PUT: { effect: "write", isIdempotent: true },
  DELETE: { effect: "destructive", isIdempotent: true },
};

/** What a call of this method does unless its author says otherwise: GET, HEAD, OPTIONS, TRACE and QUERY read, DELETE destroys. */
export function effectOfMethod(method: string): Effect {
  return methods[method]?.effect ?? "write";
}

/** True where a repeat of the same request has the same effect as one (RFC 9110, section 9.2.2). */
export function isIdempotentMethod(method: string): boolean {
  return methods[method]?.isIdempotent ?? false;
}

/** The hints for a tool that sends this method with this effect. */
export function annotationsOf(method: string, effect: Effect): ToolAnnotations {
  return {
    readOnlyHint: effect === "read",
    destructiveHint: effect === "destructive",
    idempotentHint: isIdempotentMethod(method),
    openWorldHint: true,
  };
}
