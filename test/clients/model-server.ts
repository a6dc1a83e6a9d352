import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One thing that the scripted model does: it says something, or calls a tool. */
export type Move =
  | { readonly say: string }
  | { readonly call: string; readonly args: object; readonly namespace?: string };

/** A move, or what makes one of the turn; the model takes its time meanwhile. */
export type Step = Move | ((turn: Turn) => Move | Promise<Move>);

/** What the model is asked in one turn: the tools that it was offered, and everything that was said so far. */
export interface Turn {
  readonly body: ModelRequest;
  /** Names of the tools offered; those inside of a namespace as `namespace.name`. */
  readonly offered: readonly string[];
  /** Tokens of the tools offered: characters of their JSON / 4. */
  readonly toolTokens: number;
  /** Tokens of the whole request: characters of its JSON / 4. */
  readonly tokens: number;
}

/** A request for a model, as far as it is read here: Chat Completions have `messages`, Responses have `input`. */
export interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly OfferedTool[];
  readonly messages?: readonly object[];
  readonly input?: readonly object[] | string;
}

interface OfferedTool {
  readonly type: string;
  readonly name?: string;
  readonly function?: { readonly name: string };
  readonly tools?: readonly OfferedTool[];
}

/** A model that does what it was told, over OpenAI's Chat Completions and Responses, streaming or not. */
export interface ModelServer {
  /** Ends with `/v1`. */
  readonly url: string;
  /** Every turn so far. */
  readonly turns: readonly Turn[];
  /** From here on the model makes these moves, one a turn, and then says "Done." A move may depend on the turn. */
  script(moves: readonly Step[]): void;
  close(): Promise<void>;
}

/** Starts one on a free port of the loopback. */
export async function modelServer(): Promise<ModelServer> {
  const turns: Turn[] = [];
  let moves: Step[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "application/json" }).end('{"object":"list","data":[]}');
      return;
    }
    const text = await readText(request);
    const body: ModelRequest = JSON.parse(text);
    const turn = turnOf(body, text);
    // Some clients ask beside the conversation, for a title; a turn has tools.
    if (turn.offered.length > 0) turns.push(turn);
    const next = turn.offered.length > 0 ? moves.shift() : undefined;
    const move = (typeof next === "function" ? await next(turn) : next) ?? { say: "Done." };
    if (request.url?.endsWith("/responses")) answerResponses(response, body, move);
    else answerChat(response, body, move);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    turns,
    script(next) {
      turns.length = 0;
      moves = [...next];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function turnOf(body: ModelRequest, text: string): Turn {
  const added = (typeof body.input === "string" ? [] : (body.input ?? [])).flatMap((item) =>
    "type" in item && item.type === "additional_tools" && "tools" in item ? (item.tools as OfferedTool[]) : [],
  );
  const tools = [...(body.tools ?? []), ...added];
  const offered = tools.flatMap((tool) => {
    const name = tool.function?.name ?? tool.name ?? tool.type;
    return tool.tools ? tool.tools.map((inner) => `${name}.${inner.name}`) : [name];
  });
  return { body, offered, toolTokens: Math.ceil(JSON.stringify(tools).length / 4), tokens: Math.ceil(text.length / 4) };
}

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

function answerChat(response: ServerResponse, { model, stream }: ModelRequest, move: Move): void {
  const id = `chatcmpl-${crypto.randomUUID()}`;
  const call = "call" in move ? { name: move.call, arguments: JSON.stringify(move.args) } : undefined;
  const calls = call && [{ index: 0, id: `call_${crypto.randomUUID().slice(0, 8)}`, type: "function", function: call }];
  const message = { role: "assistant", content: "say" in move ? move.say : null, ...(calls && { tool_calls: calls }) };
  const finish = calls ? "tool_calls" : "stop";
  const base = { id, created: 1_700_000_000, model };
  if (stream !== true) {
    const choices = [{ index: 0, message, finish_reason: finish }];
    sendJson(response, { ...base, object: "chat.completion", choices, usage });
    return;
  }
  const chunk = (delta: object, finish_reason: string | null) => ({
    ...base,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const last = { ...base, object: "chat.completion.chunk", choices: [], usage };
  sendEvents(
    response,
    [chunk(message, null), chunk({}, finish), last].map((data) => ({ data })),
  );
}

function answerResponses(response: ServerResponse, { model, stream }: ModelRequest, move: Move): void {
  const id = `resp_${crypto.randomUUID()}`;
  const item = "say" in move ? messageItem(move.say) : callItem(move);
  const done = {
    ...{ id, object: "response", created_at: 1_700_000_000, model, status: "completed", output: [item] },
    usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  };
  if (stream !== true) {
    sendJson(response, done);
    return;
  }
  const events = [
    { type: "response.created", response: { ...done, status: "in_progress", output: [], usage: null } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: done },
  ];
  sendEvents(
    response,
    events.map((data, sequence_number) => ({ event: data.type, data: { ...data, sequence_number } })),
  );
}

function messageItem(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: `msg_${crypto.randomUUID()}`, role: "assistant", status: "completed", content };
}

function callItem({ call, args, namespace }: Extract<Move, { call: string }>): object {
  const ids = { id: `fc_${crypto.randomUUID()}`, call_id: `call_${crypto.randomUUID().slice(0, 8)}` };
  if (call === "tool_search") {
    return { type: "tool_search_call", ...ids, status: "completed", execution: "client", arguments: args };
  }
  const named = namespace === undefined ? { name: call } : { namespace, name: call };
  return { type: "function_call", ...ids, ...named, arguments: JSON.stringify(args), status: "completed" };
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: readonly { event?: string; data: object }[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const { event, data } of events) {
    response.write(`${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`);
  }
  response.end("data: [DONE]\n\n");
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
