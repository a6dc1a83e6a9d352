import { configFile } from "@agent-tools/client-configs";
import { ToolError } from "@agent-tools/contract";
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
    for (const line of said.slice(-SHOWN_LINES)) say(`      | ${line}`);
    say(`      ${hint}`);
    if (client.passes !== "all" && code !== "invalid_configuration") {
      say(
        `      ${client.title} hands only ${client.passes.join(", ")} to its servers; name what yours needs with connect --env.`,
      );
    }
    return 1;
  }
}
