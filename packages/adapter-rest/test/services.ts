import { type StandaloneContextOptions, standaloneContext, type ToolResult } from "@agent-tools/contract";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type HttpTool, type RestOptions, restAdapter } from "../src/index.js";
import { type Echo, startEcho } from "./echo.js";
import { sent } from "./imported.js";
import { type Served, serve } from "./serve.js";

/** The echo service for all tests of a file; `sent` calls it through an imported description. */
export function echoService() {
  let echo: Awaited<ReturnType<typeof startEcho>>;
  beforeAll(async () => {
    echo = await startEcho();
  });
  afterAll(() => echo.stop());
  return {
    get url(): string {
      return echo.url;
    },
    get port(): string {
      return new URL(echo.url).port;
    },
    sent: (document: object, tool: string, args: object, options: object = {}): Promise<Echo> =>
      sent(document, tool, args, { baseUrl: `${echo.url}/v1`, ...options }),
  };
}

/** What is closed after each test of a file: servers, and adapters of one tool. */
export function shortLived() {
  const closing: { close(): Promise<void> | void }[] = [];
  afterEach(async () => {
    for (const one of closing.splice(0)) await one.close();
  });
  return {
    closing,
    async served(listener: Parameters<typeof serve>[0]): Promise<Served> {
      const server = await serve(listener);
      closing.push(server);
      return server;
    },
    caller(tool: Omit<HttpTool, "name">, options: Omit<RestOptions, "tools"> = {}) {
      const adapter = restAdapter({ tools: [{ name: "t", ...tool }], ...options });
      closing.push({ close: () => adapter.close?.() });
      return async (context: StandaloneContextOptions = {}) =>
        (await adapter.call("t", {}, standaloneContext(context))) as ToolResult;
    },
  };
}
