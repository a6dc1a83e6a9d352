// A client of a few lines, so that what is measured is the gateway: JSON-RPC over the pipes of a process, or over HTTP.
import { Agent, request as httpRequest } from "node:http";
import { createInterface } from "node:readline";

const initialize = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
};

/** A greeted connection over a child's stdin and stdout. */
export async function stdioClient(child) {
  const waiting = new Map();
  let id = 0;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  createInterface(child.stdout).on("line", (line) => {
    if (!line.startsWith("{")) return;
    const { id: answered, result, error } = JSON.parse(line);
    waiting.get(answered)?.(error ? Promise.reject(new Error(error.message)) : result);
    waiting.delete(answered);
  });
  const request = (method, params) =>
    new Promise((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  await request("initialize", initialize);
  send({ method: "notifications/initialized" });
  return { request, close: async () => child.stdin.end() };
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** A greeted session at a URL. */
export async function httpClient(url) {
  let session;
  let id = 0;
  const send = (method, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session && { "mcp-session-id": session, "mcp-protocol-version": initialize.protocolVersion }),
      };
      const text = body && JSON.stringify({ jsonrpc: "2.0", ...body });
      const outgoing = httpRequest(url, { method, agent, headers }, async (response) => {
        const chunks = [];
        try {
          for await (const chunk of response) chunks.push(chunk);
        } catch (error) {
          return reject(error);
        }
        session ??= response.headers["mcp-session-id"];
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() });
      });
      outgoing.on("error", reject);
      outgoing.end(text);
    });
  const request = async (method, params) => {
    id += 1;
    const asked = id;
    const { status, text } = await send("POST", { id: asked, method, params });
    const messages = text.startsWith("{")
      ? [text]
      : text.split("\n").flatMap((line) => (line.startsWith("data:") && line.length > 6 ? [line.slice(5)] : []));
    const answer = messages.map((message) => JSON.parse(message)).find((message) => message.id === asked);
    if (!answer || answer.error) throw new Error(answer?.error.message ?? `HTTP ${status}: ${text.slice(0, 200)}`);
    return answer.result;
  };
  await request("initialize", initialize);
  await send("POST", { method: "notifications/initialized" });
  return { request, close: () => send("DELETE") };
}
