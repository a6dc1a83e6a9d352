import { clientNamed } from "@agent-tools/client-configs";
import { commandOptions } from "../command-options.js";
import { probe } from "../probe.js";

/** `agent-tools snippet`: the server's own instructions as a section for an AGENTS.md. */
export async function runSnippet(args: string[]): Promise<number> {
  const { client, values, where } = commandOptions(args);
  const { instructions, tools } = await probe({ client: clientNamed(client), name: values.name, where });
  const names = tools.map(({ name }) => `\`${name}\``).join(", ");
  console.log(
    `## Tools: ${values.name}\n\n${instructions ?? "Ask these tools before you write code of your own."}\n\nThe server \`${values.name}\` has ${names}.`,
  );
  return 0;
}
