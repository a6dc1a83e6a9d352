import { configFile, connected, thisSystem } from "@agent-tools/client-configs";
import { errorCodes, isObject, ToolError } from "@agent-tools/contract";
import { launchOf } from "./launch.js";
import { type ProbeOptions, probe } from "./probe.js";

const SLOW_MS = 10_000;
/** So many of the last lines on stderr are shown where it does not start. */
const SHOWN_LINES = 10;

/** Tries what a client is configured with and says what fails and what to do. Returns the exit code. */
export async function diagnose(options: ProbeOptions & { say(line: string): void }): Promise<number> {
  const { client, name, where, say } = options;
  say(`${client.title}: "${name}" in ${configFile(client, where)}`);
  const said: string[] = [];
  const start = Date.now();
  try {
    const { tools } = await probe({ ...options, log: (words) => said.push(words) });
    const took = Date.now() - start;
    say(
      `  ok  it starts and lists ${tools.length} tools: ${tools
        .slice(0, 5)
        .map((tool) => tool.name)
        .join(", ")}${tools.length > 5 ? ", …" : ""}`,
    );
    if (took > SLOW_MS) say(`  !   it took ${Math.round(took / 1_000)} s; some clients give up after 10.`);
    if (tools.length === 0) say("  !   no tools: is any plugin configured?");
    return tools.length === 0 ? 1 : 0;
  } catch (error) {
    const { message, hint, code } = ToolError.from(error, "internal");
    say(`  no  ${message}`);
    // A program is tried in each era of the protocol, and says the same each time.
    for (const line of [...new Set(said)].slice(-SHOWN_LINES)) say(`      | ${line}`);
    // What the table advises is for a model in mid-call.
    if (hint !== errorCodes[code].next) say(`      ${hint}`);
    const entry = await connected(client.id, name, where).catch(() => undefined);
    if (isObject(entry) && "command" in entry && code !== "invalid_configuration") {
      const advice = client.passes === "all" ? "" : " Name what it needs with connect --env.";
      say(`      ${client.title} starts it ${launchOf(client, thisSystem()).words}.${advice}`);
    }
    return 1;
  }
}
