import { createInterface } from "node:readline";
import { shown } from "./canaries.js";

// An MCP server (2025-11-25, stdio) that tells its secret wherever it can: in its name, its list, its logs, its progress, its
// questions, its answers and its failures, and on stderr in pieces.
const token = process.env["TOKEN"] ?? "";
const forms = shown(token);
const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const tell = (data: unknown) =>
  send({ method: "notifications/message", params: { level: "debug", logger: token, data } });

process.stderr.write(`starting with ${token.slice(0, 12)}`);
setTimeout(() => process.stderr.write(`${token.slice(12)} and ${forms["base64"]}\n`), 50);

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (method === "initialize") {
    const serverInfo = { name: `server ${token}`, version: "1.0.0" };
    const capabilities = { tools: { listChanged: true }, logging: {} };
    send({ id, result: { protocolVersion: "2025-11-25", capabilities, serverInfo, instructions: `Use ${token}.` } });
  } else if (method === "tools/list") {
    const schema = { type: "object", properties: { [token]: { default: token } } };
    const tool = (name: string) => ({ name, description: `Sends ${token} and ${forms["hex"]}.`, inputSchema: schema });
    send({ id, result: { tools: ["echo", "fail", "refuse", "crash"].map(tool) } });
  } else if (method === "tools/call") {
    tell({ forms, [token]: token });
    const progressToken = params._meta?.progressToken;
    if (progressToken !== undefined) {
      send({ method: "notifications/progress", params: { progressToken, progress: 1, message: `with ${token}` } });
    }
    if (params.name === "crash") {
      process.stderr.write(`panic: ${token} ${forms["url"]}\n`, () => process.exit(3));
    } else if (params.name === "refuse") {
      send({ id, error: { code: -32000, message: `No: ${token}`, data: forms } });
    } else {
      const content = [{ type: "text", text: JSON.stringify(forms) }];
      const structuredContent = { forms, environment: Object.values(process.env) };
      send({ id, result: { content, structuredContent, isError: params.name === "fail", _meta: { token } } });
    }
  } else if (id !== undefined) send({ id, result: {} });
});
