/** The name under which the file's one connection is read; it is the file's own name that eve goes by. */
const NAME = "agent-tools";

/** The file of an eve agent that connects it (eve, agent/connections). */
export function connectionModule(options: object): string {
  return `import { agentToolsConnection } from "@agent-tools/eve-connection";
import { defineMcpClientConnection } from "eve/connections";

export default defineMcpClientConnection(await agentToolsConnection(${JSON.stringify(options)}));
`;
}

/** What such a file says. Throws for a file that somebody has written himself. */
export function readConnection(written: string): object {
  const text = written.replaceAll("\r\n", "\n");
  if (text.trim() === "") return {};
  const options = /agentToolsConnection\((\{.*\})\)/.exec(text)?.[1];
  if (options === undefined || connectionModule(JSON.parse(options)) !== text) {
    throw new Error("it is a file of your own, which is not replaced.");
  }
  return { connections: { [NAME]: JSON.parse(options) as object } };
}
