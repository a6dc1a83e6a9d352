// How each gateway is started in front of the same upstream. `front` and `upstream` are the transports on either side.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What is installed beside the SDK: the peers, and a newer Node for the one that needs it. */
export const packages = [
  "@modelcontextprotocol/sdk@1.32.2",
  "mcp-proxy@6.7.19",
  "mcp-remote@0.15.1",
  "supergateway@4.0.0",
  "mcporter@0.12.3",
  "node@24",
];

/** The command line, as it is installed. */
const command = fileURLToPath(new URL("../../packages/agent-tools/dist/cli.js", import.meta.url));
const here = dirname(fileURLToPath(import.meta.url));

/**
 * Every gateway, and direct access first. `copy` copies what it gets, for comparison; `agent-tools` is the command line, `own-host`
 * a host that composes the packages itself, as they are installed. `folder`: where the peers are; `url`: an upstream over HTTP.
 */
export function gateways(folder, url) {
  const program = join(folder, "upstream.mjs");
  const installed = (path) => join(folder, "node_modules", path);
  const node = process.execPath;
  const upstream = { command: node, args: [program, "stdio"] };
  const started = ["--", node, program, "stdio"];
  const ours =
    (front, ...server) =>
    (port) => {
      const where = front === "http" ? ["--port", String(port)] : [];
      return [node, command, front, ...where, ...server];
    };
  const own = (front, options) => (port) => [
    node,
    join(here, "host.mjs"),
    front,
    JSON.stringify(options),
    String(port),
  ];
  const copy = (port) => [node, join(here, "copy.mjs"), url, String(port)];
  const mcporter = (...args) => [
    installed(".bin/node"),
    installed("mcporter/dist/cli.js"),
    ...mcporterConfig(folder, upstream),
    ...args,
  ];
  return [
    { name: "direct", front: "stdio", upstream: "stdio", start: () => [node, program, "stdio"] },
    { name: "direct", front: "http", upstream: "http", url },
    { name: "copy", front: "http", upstream: "http", start: copy, path: new URL(url).pathname },
    { name: "agent-tools", front: "stdio", upstream: "stdio", start: ours("stdio", ...started) },
    { name: "agent-tools", front: "stdio", upstream: "http", start: ours("stdio", url) },
    { name: "agent-tools", front: "http", upstream: "stdio", start: ours("http", ...started), path: "/mcp" },
    { name: "agent-tools", front: "http", upstream: "http", start: ours("http", url), path: "/mcp" },
    { name: "own-host", front: "stdio", upstream: "stdio", start: own("stdio", upstream) },
    { name: "own-host", front: "stdio", upstream: "http", start: own("stdio", { url }) },
    { name: "own-host", front: "http", upstream: "stdio", start: own("http", upstream), path: "/mcp" },
    { name: "own-host", front: "http", upstream: "http", start: own("http", { url }), path: "/mcp" },
    {
      name: "mcp-remote",
      front: "stdio",
      upstream: "http",
      start: () => [node, installed("mcp-remote/dist/proxy.js"), url, "--allow-http", "--transport", "http-only"],
    },
    {
      name: "supergateway",
      front: "stdio",
      upstream: "http",
      start: () => [node, installed("supergateway/dist/index.js"), "--streamableHttp", url, "--logLevel", "none"],
    },
    {
      name: "supergateway",
      front: "http",
      upstream: "stdio",
      path: "/mcp",
      start: (port) => [
        node,
        installed("supergateway/dist/index.js"),
        ...["--stdio", `${node} ${program} stdio`, "--outputTransport", "streamableHttp", "--stateful"],
        ...["--logLevel", "none", "--port", String(port)],
      ],
    },
    {
      name: "mcp-proxy",
      front: "http",
      upstream: "stdio",
      path: "/mcp",
      start: (port) => [
        node,
        installed("mcp-proxy/dist/bin/mcp-proxy.mjs"),
        ...["--host", "127.0.0.1", "--port", String(port), "--server", "stream", "--", node, program, "stdio"],
      ],
    },
    { name: "mcporter", front: "stdio", upstream: "stdio", start: () => mcporter("serve", "--stdio") },
    {
      name: "mcporter",
      front: "http",
      upstream: "stdio",
      path: "/mcp",
      start: (port) => mcporter("serve", "--http", String(port)),
    },
  ];
}

function mcporterConfig(folder, upstream) {
  const home = join(folder, "mcporter");
  mkdirSync(home, { recursive: true });
  const file = join(home, "mcporter.json");
  writeFileSync(file, JSON.stringify({ mcpServers: { up: { ...upstream, lifecycle: "keep-alive" } }, imports: [] }));
  return ["--config", file];
}
