import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { shown } from "./canaries.js";

/** A service that gives back everything it was sent, in every form: at once, in pieces, as a failure, and very large. */
export async function startUpstream(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://upstream");
    const heard = [
      request.url ?? "",
      body,
      ...searchParams.values(),
      ...Object.values(request.headers).flat().map(String),
    ];
    const words = heard.filter((text) => text.length > 20).flatMap((text) => [text, text.replace(/^\w+ /, "")]);
    // A body that is JSON already is not written as JSON twice more: three levels are what is looked for.
    const forms = words.map((text) => ({ ...shown(text), ...(text.startsWith("{") && { twice: "" }) }));
    const echo = JSON.stringify({ heard, forms });
    if (pathname === "/moved") {
      response.writeHead(302, { location: `http://localhost:${(server.address() as AddressInfo).port}/there` }).end();
    } else if (pathname === "/large") {
      const lines = Array.from({ length: 400 }, (_, nth) => ({ nth, heard, forms }));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(lines));
    } else if (pathname === "/text") {
      response.writeHead(200, { "content-type": "text/plain" });
      // A piece ends anywhere, also inside of a secret.
      for (let at = 0; at < echo.length; at += 37) response.write(echo.slice(at, at + 37));
      response.end();
    } else if (pathname === "/reset") request.socket.destroy();
    else {
      response.statusMessage = pathname === "/fail" ? "Failed" : "OK";
      response.writeHead(pathname === "/fail" ? 500 : 200, { "content-type": "application/json" }).end(echo);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
