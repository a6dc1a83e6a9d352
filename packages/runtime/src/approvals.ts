import { randomUUID } from "node:crypto";
import type { Effect } from "@agent-tools/contract";
import { digestOf } from "./digest.js";
import type { CallTarget } from "./path/call.js";
import type { PolicySubject } from "./policy.js";

/** What exactly is approved: this caller, this target, these settled arguments, this definition. */
export interface ApprovalBinding {
  readonly workspace: string;
  readonly agent: string;
  readonly caller: string;
  readonly target: CallTarget;
  readonly argumentsDigest: string;
  readonly definitionDigest: string;
}

/** A question that waits for a person. */
export interface ApprovalRequest {
  readonly id: string;
  readonly binding: ApprovalBinding;
  readonly effect: Effect;
  /** What a person is told: the target, and the arguments without secrets. */
  readonly message: string;
  /** When the question is withdrawn, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The call that an approval is about, for those that are given for more than one call. */
export interface ApprovalSubject extends PolicySubject {
  /** Settled. They may hold what nobody but the tool may see: they are never kept. */
  readonly arguments: unknown;
}

/** Where approvals are kept. Deciding never executes: the identical call takes the decision, once. */
export interface Approvals {
  /** The decision about exactly this call, which is gone once taken. */
  take(binding: ApprovalBinding, subject: ApprovalSubject): Promise<"approved" | "denied" | undefined>;
  /** The open question about this call; asking again gives the same one. */
  ask(question: Omit<ApprovalRequest, "id" | "expiresAt">, subject: ApprovalSubject): Promise<ApprovalRequest>;
  /** Resolves when the question is decided, or after the milliseconds. */
  wait(id: string, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** The questions that are open. */
  open(): Promise<readonly ApprovalRequest[]>;
  /** Decides an open question; false where there is none of that id, or it was decided before. */
  decide(id: string, decision: "approved" | "denied"): Promise<boolean>;
}

const OPEN_MS = 15 * 60_000;
const MOST_OPEN = 1_000;

interface Held {
  readonly request: ApprovalRequest;
  decision?: "approved" | "denied";
  readonly waiting: Set<() => void>;
}

/** Approvals in this process's memory, at most 1,000, each for 15 minutes. */
export function memoryApprovals(): Approvals {
  const held = new Map<string, Held>();
  const keyOf = (binding: ApprovalBinding) => digestOf(binding);
  const live = (key: string): Held | undefined => {
    const found = held.get(key);
    if (found && found.request.expiresAt <= Date.now()) held.delete(key);
    return held.get(key);
  };
  const ofId = (id: string) => [...held.values()].find(({ request }) => request.id === id);

  return {
    async take(binding) {
      const key = keyOf(binding);
      const found = live(key);
      if (found?.decision === undefined) return undefined;
      held.delete(key);
      return found.decision;
    },
    async ask(question) {
      const key = keyOf(question.binding);
      const found = live(key);
      if (found) return found.request;
      const request = { ...question, id: randomUUID(), expiresAt: Date.now() + OPEN_MS };
      held.set(key, { request, waiting: new Set() });
      if (held.size > MOST_OPEN) held.delete(held.keys().next().value as string);
      return request;
    },
    async wait(id, milliseconds, signal) {
      const found = ofId(id);
      if (!found || found.decision !== undefined || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          found.waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, milliseconds);
        signal.addEventListener("abort", done, { once: true });
        found.waiting.add(done);
      });
    },
    async open() {
      return [...held.keys()].flatMap((key) => {
        const found = live(key);
        return found && found.decision === undefined ? [found.request] : [];
      });
    },
    async decide(id, decision) {
      const found = ofId(id);
      if (!found || found.decision !== undefined || !live(keyOf(found.request.binding))) return false;
      found.decision = decision;
      for (const done of [...found.waiting]) done();
      return true;
    },
  };
}
