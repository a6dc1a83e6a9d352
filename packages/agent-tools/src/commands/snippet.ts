import { clientNamed } from "@agent-tools/client-configs";
import { commandOptions } from "../command-options.js";
import { type Probed, probe } from "../probe.js";

/** More tools than these are a catalogue, which a client searches: only the first are named. */
const NAMED = 12;

/**
 * `agent-tools snippet`: what the server says of itself to this client, and the tools that it shows it, as a section for the
 * client's file of standing instructions, or with `--skill` as a SKILL.md. Where to put it goes to stderr.
 */
export async function runSnippet(args: string[]): Promise<number> {
  const { client: id, values, where } = commandOptions(args);
  const client = clientNamed(id);
  const { name, skill = false } = values;
  const section = sectionOf(name, await probe({ client, name, where }));
  if (skill) {
    console.error(`For SKILL.md in a folder "${folderName(name)}" among the skills of ${client.title}:`);
    const description = `When a task needs something that the tools of the server ${name} reach.`;
    console.log(`---\nname: ${folderName(name)}\ndescription: ${JSON.stringify(description)}\n---\n\n${section}`);
    return 0;
  }
  const place = client.notes ?? "the standing instructions of a project";
  console.error(`For ${place}, which ${client.title} reads:`);
  console.log(section);
  return 0;
}

function sectionOf(server: string, { instructions, tools }: Probed): string {
  const names = tools.slice(0, NAMED).map((tool) => `\`${tool.name}\``);
  const more = tools.length > NAMED ? ` and ${tools.length - NAMED} more: search for what you need` : "";
  const words = instructions ?? "Ask these tools before you write code of your own.";
  return `## Tools: ${server}\n\n${words}\n\nThe server \`${server}\` has ${names.join(", ")}${more}.`;
}

/** A name as skills have it: lower case, digits and hyphens. */
function folderName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "tools"
  );
}
