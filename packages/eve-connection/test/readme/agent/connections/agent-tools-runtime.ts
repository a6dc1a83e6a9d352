import { agentToolsConnection } from "@agent-tools/eve-connection";
import { defineMcpClientConnection } from "eve/connections";

// Address and token come from AGENT_TOOLS_URL and AGENT_TOOLS_TOKEN.
export default defineMcpClientConnection(await agentToolsConnection());
