import { clients, configFile } from "@agent-tools/client-configs";

/** `agent-tools clients`: what can be connected. */
export async function runClients(): Promise<number> {
  for (const client of clients) {
    const file = configFile(client);
    console.log(
      `${client.id.padEnd(15)} ${client.title}\n${"".padEnd(15)} ${file}\n${"".padEnd(15)} ${client.source} (${client.date})`,
    );
  }
  return 0;
}
