export {
  type AgentToolsConnectionOptions,
  agentToolsConnection,
  type EveApproval,
  type EveApprovalRequest,
  type EveConnection,
} from "./agent-tools-connection.js";
