import { clientNamed } from "@agent-tools/client-configs";
import { commandOptions } from "../command-options.js";
import { diagnose } from "../diagnose.js";

/** `agent-tools doctor`: what the client would meet. */
export async function runDoctor(args: string[]): Promise<number> {
  const { client, values, where } = commandOptions(args);
  return diagnose({ client: clientNamed(client), name: values.name, where, say: console.log });
}
