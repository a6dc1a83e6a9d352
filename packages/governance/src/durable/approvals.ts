import { createHash, randomUUID } from "node:crypto";
import { type Caller, type Json, type Store, type StoreEntry, ToolError } from "@agent-tools/contract";
import type { ApprovalBinding, ApprovalRequest, ApprovalSubject, Approvals } from "@agent-tools/runtime";
import { canonicalJson } from "@agent-tools/schema";
import { type ApprovalGrant, type ApprovalScope, checkScope, coverage, targetKey } from "./approval-scope.js";
import { type Bell, bell } from "./bell.js";

/** Where durable approvals are, and how long they last. */
export interface StoreApprovalsOptions {
  readonly store: Store;
  /** How long a question stays open, and its decision waits to be taken, in milliseconds. Default 24 hours. */
  readonly openMs?: number;
  /** How long an approval for a conversation or a pattern holds where it does not say, in milliseconds. Default 8 hours. */
  readonly grantMs?: number;
  /**
   * True for callers whose conversation the host itself named or authenticated; only theirs can be approved for the whole
   * conversation. Default: none, since what a client calls its conversation proves nothing.
   */
  readonly isConversationKnown?: (caller: Caller) => boolean;
  /** How often a waiting call looks for a decision that another process made, in milliseconds. Default 500. */
  readonly lookMs?: number;
}

/** Approvals in a store: usable from another connection, from another process on the same store, and after a restart. */
export interface StoreApprovals extends Approvals {
  /**
   * Decides an open question; false where there is none of that id, or it was decided before. `scope` is how far a yes
   * reaches; default once. Throws `unsupported` for a conversation that is not known.
   */
  decide(id: string, decision: "approved" | "denied", scope?: ApprovalScope): Promise<boolean>;
  /** The approvals for more than one call that are in force. */
  grants(): Promise<readonly ApprovalGrant[]>;
  /** Takes such an approval back; false where there is none of that id. */
  revoke(id: string): Promise<boolean>;
}

interface Question {
  readonly request: ApprovalRequest;
  readonly conversation: string | null;
  readonly decision: "approved" | "denied" | null;
}

/** In all, and for one caller, so that none takes every place. */
const MOST_OPEN = 1_000;
const MOST_OPEN_OF_CALLER = 100;
const QUESTION = ["approvals", "question"];
const ID = ["approvals", "id"];
const GRANT = ["approvals", "grant"];

/**
 * Approvals that are bound to caller, target, settled arguments, definition and expiry. A decision is taken by exactly one
 * call, however many ask for it at once and from wherever.
 */
export function storeApprovals(options: StoreApprovalsOptions): StoreApprovals {
  const { store, openMs = 24 * 3_600_000, grantMs = 8 * 3_600_000, lookMs = 500 } = options;
  const isConversationKnown = options.isConversationKnown ?? (() => false);
  const rung: Bell = bell();

  const questionOf = async (key: string): Promise<StoreEntry | undefined> => store.get([...QUESTION, key]);
  const byId = async (id: string): Promise<{ entry: StoreEntry; question: Question } | undefined> => {
    const index = await store.get([...ID, id]);
    const entry = index && (await questionOf(String(index.value)));
    if (!entry) return undefined;
    const question = entry.value as unknown as Question;
    return question.request.id === id ? { entry, question } : undefined;
  };
  const open = async (): Promise<readonly ApprovalRequest[]> =>
    (await store.list(QUESTION))
      .map(({ value }) => value as unknown as Question)
      .filter(({ decision }) => decision === null)
      .map(({ request }) => request);

  return {
    async take(binding, subject) {
      const key = digestOf(binding);
      const entry = await questionOf(key);
      const question = entry?.value as unknown as Question | undefined;
      if (entry && question?.decision && (await store.delete(entry.key, entry.version))) {
        await store.delete([...ID, question.request.id]);
        return question.decision;
      }
      if (!(await isGranted(store, binding, subject))) return undefined;
      // Nobody has to answer any more.
      const waiting = question && (await byId(question.request.id));
      if (waiting?.question.decision === null && (await store.delete(waiting.entry.key, waiting.entry.version))) {
        await store.delete([...ID, waiting.question.request.id]);
      }
      return "approved";
    },
    async ask(asked, subject) {
      const key = digestOf(asked.binding);
      for (;;) {
        const found = await questionOf(key);
        if (found) return (found.value as unknown as Question).request;
        checkRoom(await open(), asked.binding);
        const request: ApprovalRequest = { ...asked, id: randomUUID(), expiresAt: Date.now() + openMs };
        const { caller } = subject;
        const conversation = isConversationKnown(caller) ? caller.conversation : null;
        const question: Question = { request, conversation, decision: null };
        // The index first: a question that nobody can find could not be answered.
        await store.set([...ID, request.id], key, { expiresInMs: openMs });
        const write = { expiresInMs: openMs, ifVersion: null };
        if (await store.set([...QUESTION, key], question as unknown as Json, write)) return request;
        await store.delete([...ID, request.id]);
      }
    },
    async wait(id, milliseconds, signal) {
      const until = Date.now() + milliseconds;
      while (!signal.aborted) {
        const left = until - Date.now();
        // Rung between the look and the wait, it is not missed: the wait begins first.
        const wait = rung.wait(Math.max(0, Math.min(left, lookMs)), signal);
        const found = await byId(id);
        if (left <= 0 || !found || found.question.decision !== null) return;
        await wait;
      }
    },
    open,
    async decide(id, decision, scope = { for: "once" }) {
      checkScope(scope);
      const found = await byId(id);
      if (!found || found.question.decision !== null) return false;
      const { entry, question } = found;
      if (decision === "approved" && scope.for === "conversation" && question.conversation === null) {
        throw new ToolError(
          "unsupported",
          "The host does not know this conversation, so nothing can be approved for all of it.",
          {
            hint: "Approve it once or for a pattern, or tell storeApprovals by isConversationKnown whose conversations the host names.",
          },
        );
      }
      const left = question.request.expiresAt - Date.now();
      const decided = { ...question, decision } as unknown as Json;
      const isDecided = await store.set(entry.key, decided, {
        ifVersion: entry.version,
        expiresInMs: Math.max(1, left),
      });
      if (isDecided === undefined) return false;
      if (decision === "approved" && scope.for !== "once") await keepGrant(store, question, scope, grantMs);
      rung.ring();
      return true;
    },
    grants: async () => (await store.list(GRANT)).map(({ value }) => value as unknown as ApprovalGrant),
    async revoke(id) {
      const entry = (await store.list(GRANT)).find(({ key }) => key.at(-1) === id);
      return entry !== undefined && store.delete(entry.key);
    },
  };
}

/** Throws `rate_limited` where as many questions wait as may. */
function checkRoom(waiting: readonly ApprovalRequest[], { workspace, agent, caller }: ApprovalBinding): void {
  const own = waiting.filter(
    ({ binding }) => binding.workspace === workspace && binding.agent === agent && binding.caller === caller,
  ).length;
  if (waiting.length < MOST_OPEN && own < MOST_OPEN_OF_CALLER) return;
  throw new ToolError("rate_limited", `${Math.max(own, waiting.length)} questions wait for a person already.`, {
    hint: "Tell the user that they wait, and make the call again once some are answered.",
  });
}

async function keepGrant(
  store: Store,
  { request, conversation }: Question,
  scope: ApprovalGrant["scope"],
  grantMs: number,
): Promise<void> {
  const { workspace, agent, caller, target, argumentsDigest, definitionDigest } = request.binding;
  const expiresInMs = scope.expiresInMs ?? grantMs;
  const grant: ApprovalGrant = {
    id: randomUUID(),
    approvalId: request.id,
    ...{ workspace, agent, caller, scope, target, argumentsDigest },
    ...(scope.for === "conversation" && conversation !== null ? { conversation } : {}),
    definitions: { [targetKey(target)]: definitionDigest },
    expiresAt: Date.now() + expiresInMs,
  };
  await store.set([...GRANT, workspace, agent, caller, grant.id], grant as unknown as Json, { expiresInMs });
}

/** Whether one of the caller's grants covers the call. One that takes in a definition writes it down before it says yes. */
async function isGranted(store: Store, binding: ApprovalBinding, subject: ApprovalSubject): Promise<boolean> {
  const { workspace, agent, caller } = binding;
  for (const { key } of await store.list([...GRANT, workspace, agent, caller])) {
    for (;;) {
      const entry = await store.get(key);
      if (!entry) break;
      const grant = entry.value as unknown as ApprovalGrant;
      const covers = coverage(grant, binding, subject);
      if (covers === "yes") return true;
      if (covers === "no") break;
      const definitions = { ...grant.definitions, [targetKey(binding.target)]: binding.definitionDigest };
      const expiresInMs = Math.max(1, grant.expiresAt - Date.now());
      await store.set(key, { ...grant, definitions } as unknown as Json, { ifVersion: entry.version, expiresInMs });
    }
  }
  return false;
}

/** Names a binding: the same for equal ones. */
function digestOf(binding: ApprovalBinding): string {
  return createHash("sha256").update(canonicalJson(binding)).digest("base64url");
}
