import { type Answers, type Ask, type Caller, ToolError } from "@agent-tools/contract";
import { digestOf } from "../digest.js";
import type { CallIo, Pending } from "../exposure.js";
import type { KeyRing } from "../key-ring.js";
import type { Call, CallRequest, Outcome } from "./call.js";

/** How a call that was set aside goes on: with whoever asks for it now. */
type Attach = (io: CallIo) => Promise<Outcome>;

interface Waiting {
  /** Each round of questions has a state of its own, and a state is good once. */
  readonly round: string;
  readonly fingerprint: string;
  readonly attach: Attach;
  readonly answer: (answers: Answers) => void;
  readonly timer: NodeJS.Timeout;
}

/** The calls of this process that wait for answers from a client that is asked by `Pending`. No code is ever run again. */
export interface Suspensions {
  /** Sets the call aside: `pending` is for the client, `answers` come with its retry. One round of a call at a time. */
  suspend(
    call: Call,
    requests: Readonly<Record<string, Ask>>,
    attach: Attach,
  ): { readonly pending: Pending; readonly answers: Promise<Answers> };
  /** Lets the call that a retry belongs to go on, and gives its outcome. Throws where it is not the same call. */
  resume(request: CallRequest, caller: Caller, io: CallIo & Required<Pick<CallIo, "resume">>): Promise<Outcome>;
}

/** Milliseconds that a call waits for its answers. */
const ANSWER_MS = 10 * 60_000;
const MOST_WAITING = 1_000;

/** Suspensions whose states are sealed by the ring. */
export function createSuspensions(keys: KeyRing): Suspensions {
  const waiting = new Map<string, Waiting>();
  return {
    suspend({ id, caller, request }, requests, attach) {
      if (waiting.size >= MOST_WAITING) {
        throw new ToolError("rate_limited", `${MOST_WAITING} calls wait for answers already, and this one cannot ask.`);
      }
      const round = crypto.randomUUID();
      const answers = new Promise<Answers>((answer, reject) => {
        const late = () => {
          waiting.delete(id);
          reject(new ToolError("cancelled", `Nobody answered within ${ANSWER_MS / 60_000} minutes.`));
        };
        const timer = setTimeout(late, ANSWER_MS);
        timer.unref();
        waiting.set(id, { round, fingerprint: fingerprintOf(request, caller), attach, answer, timer });
      });
      return {
        pending: { status: "pending", callId: id, requests, state: keys.seal("state", { id, round }) },
        answers,
      };
    },
    async resume(request, caller, io) {
      const opened = keys.open("state", io.resume.state) as { readonly id: string; readonly round: string } | undefined;
      if (!opened) {
        throw new ToolError("invalid_arguments", "The state of this retry was not made here.", {
          hint: "Make the call anew, without state and answers.",
        });
      }
      const found = waiting.get(opened.id);
      if (found?.round !== opened.round)
        throw new ToolError("unknown_outcome", "The call that these answers belong to no longer waits here.");
      if (found.fingerprint !== fingerprintOf(request, caller)) {
        const words = "These answers belong to another call: its target, arguments or caller differ.";
        throw new ToolError("invalid_arguments", words, {
          hint: "Repeat the call exactly as it was, with its state and the answers.",
        });
      }
      waiting.delete(opened.id);
      clearTimeout(found.timer);
      const outcome = found.attach(io);
      found.answer(io.resume.answers);
      return outcome;
    },
  };
}

function fingerprintOf(request: CallRequest, { workspace, agent, caller }: Caller): string {
  const asked = "envelope" in request ? request.envelope : { target: request.target, arguments: request.arguments };
  return digestOf([workspace, agent, caller, asked]);
}
