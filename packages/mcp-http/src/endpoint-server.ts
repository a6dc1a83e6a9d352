import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { incomingHead } from "./incoming-head.js";
import type { ReadBody } from "./message-body.js";
import { JsonAnswer, type RequestHead } from "./request-head.js";

/** What a listening server serves. */
export interface Endpoint {
  /** Never throws. */
  serve(head: RequestHead, read: ReadBody): Promise<Response | JsonAnswer>;
  /** Clients may call this server by that name, too. */
  allowHost(host: string): void;
  /** Takes nothing new; resolves when no call runs any more. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** What is still taken of a body that nobody wants, so that a client that is busy sending gets to read its answer. */
const MAX_UNWANTED_BYTES = 16_777_216;
const UNWANTED_MS = 2_000;
const SLICE_BYTES = 65_536;

/** Answers each request of a server with the endpoint, bodies and streams included. */
export function attachEndpoint(server: Server, endpoint: Endpoint, slowClientMs: number): void {
  const listener = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const head = incomingHead(incoming, outgoing);
    const response = head instanceof JsonAnswer ? head : await endpoint.serve(head, bodyOf(incoming, outgoing));
    // A client that keeps asking on its open connection would never notice that nobody listens any more.
    if (!server.listening) outgoing.setHeader("connection", "close");
    try {
      await send(response, outgoing, slowClientMs);
    } catch {
      // The stream behind the answer broke; a half answer must not look like a whole one.
      outgoing.destroy();
    }
    discardRest(incoming);
  };
  server.on("request", listener);
  // Left to itself Node would ask for the body before anybody has looked at the head.
  server.on("checkContinue", listener);
}

function bodyOf(incoming: IncomingMessage, outgoing: ServerResponse): ReadBody {
  return (limit) => {
    if (/^100-continue$/i.test(incoming.headers.expect ?? "")) outgoing.writeContinue();
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      // A listener that stayed would keep the body until the answer has gone.
      const settle = (body: Buffer | undefined) => {
        incoming.off("data", take).off("end", end).off("error", reject).off("close", broken);
        resolve(body);
      };
      const take = (chunk: Buffer) => {
        size += chunk.byteLength;
        chunks.push(chunk);
        if (size <= limit) return;
        // Paused, and not destroyed: the socket is still needed for the answer.
        incoming.pause();
        settle(undefined);
      };
      const end = () => settle(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
      const broken = () => reject(new Error("The client went away in the middle of its request."));
      if (incoming.destroyed) return broken();
      incoming.on("data", take).on("end", end).on("error", reject).on("close", broken);
    });
  };
}

async function send(response: Response | JsonAnswer, outgoing: ServerResponse, slowClientMs: number): Promise<void> {
  if (response instanceof JsonAnswer) return sendJson(response, outgoing, slowClientMs);
  const headers: Record<string, string | number> = Object.fromEntries(response.headers);
  // What is ready in this turn of the event loop goes out as one packet: a quick answer is one, its stream included.
  // The socket is held, not the message: Node 24 never sends the chunks of a message that was held while it had none.
  const { socket } = outgoing;
  socket?.cork();
  setImmediate(() => socket?.uncork());
  if (response.body && headers["content-type"] === "text/event-stream") {
    outgoing.writeHead(response.status, headers);
    outgoing.flushHeaders();
    const reader = response.body.getReader();
    outgoing.once("close", () => void reader.cancel().catch(() => {}));
    for (;;) {
      const { done, value } = await reader.read();
      if (done || outgoing.destroyed) break;
      await write(outgoing, value, slowClientMs);
    }
  } else {
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 204) headers["content-length"] = bytes.byteLength;
    outgoing.writeHead(response.status, headers);
    await write(outgoing, bytes, slowClientMs);
  }
  outgoing.end();
  if (!outgoing.writableFinished) await eventOf(outgoing, "finish", slowClientMs);
}

async function sendJson(
  { status, text, headers }: JsonAnswer,
  outgoing: ServerResponse,
  slowClientMs: number,
): Promise<void> {
  const length = Buffer.byteLength(text);
  // RFC 9110, section 8.6.
  outgoing.writeHead(status, status === 204 ? headers : { "content-length": length, ...headers });
  // Text goes out in one piece with the head, both as UTF-8: the headers here are ASCII, which is the same in either.
  if (length <= SLICE_BYTES) outgoing.end(text);
  else {
    await write(outgoing, Buffer.from(text), slowClientMs);
    outgoing.end();
  }
  if (!outgoing.writableFinished) await eventOf(outgoing, "finish", slowClientMs);
}

/** Writes at the pace of the client, in slices, so that only one that takes nothing at all is cut off. */
async function write(outgoing: ServerResponse, bytes: Uint8Array, slowClientMs: number): Promise<void> {
  for (let at = 0; at < bytes.byteLength && !outgoing.destroyed; at += SLICE_BYTES) {
    const isFlowing = outgoing.write(bytes.subarray(at, at + SLICE_BYTES));
    if (!isFlowing) await eventOf(outgoing, "drain", slowClientMs);
  }
}

/** Waits for the event or the end of the connection, which comes by force after that long. */
function eventOf(outgoing: ServerResponse, event: "drain" | "finish", ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) return resolve();
    const timer = setTimeout(() => outgoing.destroy(), ms);
    const done = () => {
      clearTimeout(timer);
      outgoing.off(event, done).off("close", done);
      resolve();
    };
    outgoing.once(event, done).once("close", done);
  });
}

/** Closing at once would reset the connection under a client that still sends, and lose it the answer. */
function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let unwanted = 0;
  const timer = setTimeout(() => incoming.destroy(), UNWANTED_MS);
  const stop = () => clearTimeout(timer);
  incoming.once("end", stop).once("close", stop).on("error", stop);
  incoming.on("data", (chunk: Buffer) => {
    unwanted += chunk.byteLength;
    if (unwanted > MAX_UNWANTED_BYTES) incoming.destroy();
  });
  incoming.resume();
}
