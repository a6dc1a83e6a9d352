import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on loopback that sends a request's body back; `/to?<url>` redirects there. */
export async function echoServer(): Promise<{ port: number; requests: string[]; close(): Promise<void> }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { url = "" } = request;
    requests.push(url);
    if (url.startsWith("/to?")) response.writeHead(307, { location: url.slice(4) });

    request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
