import { setTimeout } from "node:timers/promises";
import { type Answers, type Ask, type CallContext, isObject, type JsonObject, ToolError } from "@agent-tools/contract";

/** A legacy server sends what it asks at once one by one; so long the others are waited for. */
const GATHER_MS = 10;
/** MCP 2026-07-28: the answer would need what the client did not declare. */
const MISSING_CAPABILITY = -32021;

/** The capability that answers a question of each method. */
const abilities: Readonly<Record<string, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

interface Waiting {
  readonly ask: Ask;
  resolve(answer: JsonObject): void;
  reject(error: unknown): void;
}

/**
 * Puts the questions that a server asks one by one to the client of a call: those that come together are one round, since
 * a client of the newest revision is asked by an answer, of which a request has one at a time. What the client cannot
 * answer is refused without asking it.
 */
export function oneByOne(context: Pick<CallContext, "ask" | "clientCapabilities">): {
  question(ask: Ask): Promise<JsonObject>;
  /** The newest such refusal. */
  refused(): ToolError | undefined;
} {
  let waiting: Waiting[] = [];
  let rounds = Promise.resolve();
  let refused: ToolError | undefined;

  const round = async (): Promise<void> => {
    await setTimeout(GATHER_MS);
    const batch = waiting;
    waiting = [];
    const missing = (ask: Ask) => missingAbility(ask, context.clientCapabilities);
    const asked = batch.filter(({ ask }) => missing(ask) === undefined);
    const answers = asked.length > 0 ? context.ask(Object.fromEntries(asked.map(({ ask }, at) => [key(at), ask]))) : {};
    for (const { ask, reject } of batch) {
      const ability = missing(ask);
      if (ability === undefined) continue;
      refused = cannotAnswer(ability);
      reject(refused);
    }
    await settle(asked, answers);
  };

  return {
    question: (ask) =>
      new Promise((resolve, reject) => {
        waiting.push({ ask, resolve, reject });
        if (waiting.length === 1) rounds = rounds.then(round);
      }),
    refused: () => refused,
  };
}

async function settle(asked: readonly Waiting[], answers: Answers | Promise<Answers>): Promise<void> {
  try {
    const given = await answers;
    for (const [at, { resolve }] of asked.entries()) resolve(given[key(at)] ?? {});
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

/** The legacy wire gives a question no key. */
function key(at: number): string {
  return at === 0 ? "question" : `question${at + 1}`;
}

function missingAbility({ method }: Ask, declared: JsonObject | undefined): string | undefined {
  const ability = abilities[method];
  return declared && ability !== undefined && !isObject(declared[ability]) ? ability : undefined;
}

function cannotAnswer(ability: string): ToolError {
  const message = `The server asks what the client cannot answer: it did not declare ${ability}.`;
  const data = { requiredCapabilities: { [ability]: {} } };
  return new ToolError("unsupported", message, {
    details: { rpcCode: MISSING_CAPABILITY, rpcMessage: message, data },
  });
}
