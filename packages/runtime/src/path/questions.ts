import { ToolError } from "@agent-tools/contract";
import type { CallIo } from "../exposure.js";
import type { Call } from "./call.js";

type AskClient = Call["ask"];

/**
 * Asks whoever waits for a call now: directly where that can be, else by an answer, which `suspend` makes. A call has one
 * such answer at a time, so that what is asked meanwhile waits for its turn. Throws `unsupported` where nobody can answer.
 */
export function questions(io: () => CallIo, suspend: AskClient): AskClient {
  let turn: Promise<unknown> = Promise.resolve();
  const askNow: AskClient = async (requests) => {
    const { ask, canResume } = io();
    if (ask) return ask(requests);
    if (canResume) return suspend(requests);
    throw new ToolError("unsupported", "The tool asks a question, and this client cannot answer one.");
  };
  return (requests) => {
    if (io().ask) return askNow(requests);
    const answers = turn.then(() => askNow(requests));
    turn = answers.catch(() => {});
    return answers;
  };
}
