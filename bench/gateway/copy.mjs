// node copy.mjs <url> <port>: no gateway, but the least that stands between two HTTP connections in Node: each body is copied.
import { Agent, createServer, request } from "node:http";

const target = new URL(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

createServer(async (incoming, outgoing) => {
  const body = await bodyOf(incoming);
  const { method } = incoming;
  const sent = request(
    target,
    { method, agent, headers: { ...incoming.headers, host: target.host } },
    async (answer) => {
      const { "transfer-encoding": _, ...headers } = answer.headers;
      const copied = await bodyOf(answer);
      outgoing.writeHead(answer.statusCode, { ...headers, "content-length": copied.length }).end(copied);
    },
  );
  sent.on("error", () => outgoing.writeHead(502).end());
  sent.end(body);
}).listen(Number(process.argv[3]), "127.0.0.1");

function bodyOf(stream) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    stream
      .on("data", (chunk) => chunks.push(chunk))
      .on("end", () => resolve(Buffer.concat(chunks)))
      .on("error", reject);
  });
}
