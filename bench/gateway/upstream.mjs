// node upstream.mjs stdio|http: the server behind every gateway, on the SDK that most servers are written with. Over HTTP it prints
// its URL. It is copied into the folder where the SDK was installed.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const schema = { type: "object", properties: { text: { type: "string" }, size: { type: "integer" } } };
const tools = ["echo", "big"].map((name) => ({ name, description: `The ${name} tool.`, inputSchema: schema }));
const text = (words) => ({ content: [{ type: "text", text: words }] });

function server() {
  const made = new Server({ name: "upstream", version: "1.0.0" }, { capabilities: { tools: {} } });
  made.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  made.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args } }) =>
    text(name === "big" ? "x".repeat(args.size) : String(args.text)),
  );
  return made;
}

if (process.argv[2] === "stdio") {
  await server().connect(new StdioServerTransport());
} else {
  const sessions = new Map();
  const http = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = sessions.get(id);
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (created) => sessions.set(created, transport),
        onsessionclosed: (closed) => sessions.delete(closed),
      });
      await server().connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
}
