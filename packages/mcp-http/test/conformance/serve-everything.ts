import { mcpHttp } from "@agent-tools/mcp-http";
import { everythingFacade } from "./everything-facade.js";

const listening = await mcpHttp(everythingFacade()).listen(0);
console.log(listening.url);
