import { mcpProxyAdapter } from "@agent-tools/adapter-mcp-proxy";
import { standaloneContext, standaloneHost } from "@agent-tools/contract";

/** The longest description: eve repeats it in every turn. */
const LONGEST = 600;

const GENERAL = "The company's tools, behind one host. Search here for whatever the other tools do not do.";

/** What the host says that it has: the first sentence of its instructions. Words of no particular host where it does not answer in time. */
export async function describeHost(url: string, token: string | undefined, ms: number): Promise<string> {
  const headers = token ? { headers: { Authorization: `Bearer ${token}` } } : {};
  const quiet = standaloneHost({ log() {} });
  const adapter = mcpProxyAdapter({ name: "agent-tools", url, ...headers, asks: [] }, quiet);
  try {
    const { instructions = "" } = (await adapter.about?.(standaloneContext({ timeoutMs: ms }))) ?? {};
    const [inventory = ""] = instructions.split(/\. (?=[A-Z])/);
    if (inventory === "") return GENERAL;
    return inventory.length > LONGEST ? `${inventory.slice(0, LONGEST)}…` : `${inventory.replace(/\.$/, "")}.`;
  } catch {
    return GENERAL;
  } finally {
    await adapter.close?.();
  }
}
