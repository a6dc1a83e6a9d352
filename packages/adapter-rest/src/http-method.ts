import type { Effect, ToolAnnotations } from "@agent-tools/contract";

/** What RFC 9110, section 9.2, says about a method; a method that is not here only writes. */
const methods: ReadonlyMap<string, { readonly effect: Effect; readonly isIdempotent: boolean }> = new Map([
  ["GET", { effect: "read", isIdempotent: true }],
  ["HEAD", { effect: "read", isIdempotent: true }],
  ["OPTIONS", { effect: "read", isIdempotent: true }],
  ["TRACE", { effect: "read", isIdempotent: true }],
  ["QUERY", { effect: "read", isIdempotent: true }],
  ["PUT", { effect: "write", isIdempotent: true }],
  ["DELETE", { effect: "destructive", isIdempotent: true }],
]);

/** What a call of this method does unless its author says otherwise: GET, HEAD, OPTIONS, TRACE and QUERY read, DELETE destroys. */
export function effectOfMethod(method: string): Effect {
  return methods.get(method)?.effect ?? "write";
}

/** True where a repeat of the same request has the same effect as one (RFC 9110, section 9.2.2). */
export function isIdempotentMethod(method: string): boolean {
  return methods.get(method)?.isIdempotent ?? false;
}

const hints: Readonly<Record<Effect | "usual", Map<string, ToolAnnotations>>> = {
  usual: new Map(),
  read: new Map(),
  write: new Map(),
  destructive: new Map(),
};

/** The hints for a tool that sends this method, with this effect or with what a call of the method usually does. */
export function annotationsOf(method: string, effect?: Effect): ToolAnnotations {
  const made = hints[effect ?? "usual"];
  let known = made.get(method);
  if (!known) {
    const whole = effect ?? effectOfMethod(method);
    known = {
      readOnlyHint: whole === "read",
      destructiveHint: whole === "destructive",
      idempotentHint: isIdempotentMethod(method),
      openWorldHint: true,
    };
    made.set(method, known);
  }
  return known;
}
