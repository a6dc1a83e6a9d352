import type { Awaitable, Caller } from "@agent-tools/contract";

/**
 * Access control: on whose behalf a request acts, or the answer that refuses it. Asked once for each request, before its
 * body is read; the body is not there to be read.
 */
export type Access = (request: Request) => Awaitable<Caller | Response>;
