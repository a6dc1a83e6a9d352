import { type Json, ToolError } from "@agent-tools/contract";
import { NAME_PREFIX } from "./host-link.js";
import { type FinishedCall, type HostSession, hostSession, tell } from "./host-session.js";
import type { PiApi, PiContext } from "./pi-api.js";
import { renderersFor } from "./render.js";
import { flags, type PiExtensionOptions, settingsFor } from "./settings.js";

/** What `/agent-tools` takes. */
const TOOLS = "tools";

/** As far as it is read: an event `tool_call`, whose input may be changed in place. */
interface StartingCall {
  readonly toolName: string;
  readonly input: Record<string, Json>;
}

/**
 * An extension of Pi that brings in a host's tools: through Pi's own MCP where that is there, else by its own connection.
 * Nothing is started before a session starts, and everything ends with it. What is wrong is shown, never thrown.
 */
export function agentToolsExtension(options: PiExtensionOptions = {}): (pi: PiApi) => void {
  return (pi) => {
    let session: HostSession | undefined;
    let problem = "The session has not started.";
    const end = async () => {
      const ending = session;
      session = undefined;
      await ending?.close();
    };

    for (const [name, description] of Object.entries(flags)) pi.registerFlag(name, { type: "string", description });
    pi.registerToolRenderer?.((name, next) =>
      name.startsWith(NAME_PREFIX) ? renderersFor(name.slice(NAME_PREFIX.length)) : next(),
    );
    pi.registerCommand("agent-tools", {
      description: "The state of the Agent Tools host; with `tools`: what may run unasked",
      // Offered once more when it stands there, it would keep Enter from sending the command.
      getArgumentCompletions: (typed) =>
        typed !== TOOLS && TOOLS.startsWith(typed) ? [{ value: TOOLS, label: TOOLS }] : null,
      handler: async (args, context) => {
        tell(context, session ? await session.report(args.trim()) : problem, "info");
      },
    });

    pi.on("session_start", async (_event, context: PiContext) => {
      await end();
      try {
        session = hostSession(pi, await settingsFor(pi, context, options));
      } catch (error) {
        const { message, hint } = ToolError.from(error);
        problem = `${message} ${hint ?? ""}`.trim();
        tell(context, problem, "warning");
      }
    });
    pi.on("session_shutdown", end);
    pi.on("before_agent_start", (_event, context: PiContext) => session?.beforeRun(context));
    pi.on("tool_call", async ({ toolName, input }: StartingCall, context: PiContext) => {
      const reason = await session?.refusal(toolName, input, context);
      return reason === undefined ? undefined : { block: true, reason };
    });
    pi.on("tool_result", async (event: FinishedCall, context: PiContext) => {
      const note = await session?.afterCall(event, context);
      return note === undefined ? undefined : { content: [...event.content, { type: "text", text: note }] };
    });
  };
}

/** What Pi loads: the extension with what flags, environment and files say. */
export const piExtension: (pi: PiApi) => void = agentToolsExtension();
