// node serve-everything.ts http|stdio: serves everything that the suites ask for. Over HTTP it prints its URL.
import { mcpHttp } from "@agent-tools/mcp-http";
import { everythingFacade } from "./everything-facade.js";

if (process.argv[2] === "stdio") {
  const { mcpStdio } = await import("@agent-tools/mcp-stdio");
  await mcpStdio(everythingFacade());
} else {
  const listening = await mcpHttp(everythingFacade()).listen(0);
  console.log(listening.url);
}
