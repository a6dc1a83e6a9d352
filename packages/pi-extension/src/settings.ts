import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isObject, ToolError } from "@agent-tools/contract";
import type { PiApi, PiContext } from "./pi-api.js";

/** Where the host is and what may run unasked. One of `url`, `command` and `servers` says where. */
export interface PiExtensionOptions {
  /** A host behind an address (Streamable HTTP). */
  readonly url?: string;
  /** Sent to `url`. `${NAME}` is a variable of Pi's environment; a token is best given so. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A host that is started here, over stdio, and ends with the session. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A file with `mcpServers`: a host of its servers is built and started here. Relative to where it is said. */
  readonly servers?: string;
  /** Names of servers in that file whose word that a tool only reads is believed; `*`: all. Default none. */
  readonly trust?: readonly string[];
  /** What runs without a question: tools as the host names them, `plugin__tool` behind a facade; `*` is a wildcard. */
  readonly approve?: readonly string[];
  /** What the host is for, in a sentence: in the system prompt, and for Pi's tool search. */
  readonly description?: string;
}

/** The one question that every source answers for itself. */
const places = ["url", "command", "servers"] as const;

/** The flags of the command line, and what each is for. */
export const flags = {
  "agent-tools-url": "Agent Tools: the address of the host",
  "agent-tools-servers": "Agent Tools: a file with mcpServers, of which a host is built",
  "agent-tools-approve": "Agent Tools: tools that run unasked, separated by commas",
} as const;

/**
 * The settings that hold. Where the host is: what the extension was made with, else flags, the environment
 * (`AGENT_TOOLS_URL` with `AGENT_TOOLS_TOKEN`, `AGENT_TOOLS_SERVERS`), `.pi/agent-tools.json` of a trusted project, and
 * `agent-tools.json` in Pi's folder. `approve` is joined from all of them. Throws `invalid_configuration` for a file that is not readable.
 */
export async function settingsFor(
  pi: Pick<PiApi, "getFlag">,
  context: Pick<PiContext, "cwd" | "isProjectTrusted">,
  own: PiExtensionOptions,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<PiExtensionOptions> {
  const agentFolder = environment["PI_CODING_AGENT_DIR"] ?? join(homedir(), ".pi", "agent");
  const all = [
    absolute(own, context.cwd),
    absolute(fromFlags(pi), context.cwd),
    absolute(fromEnvironment(environment), context.cwd),
    ...(context.isProjectTrusted?.() === true ? [await fromFile(join(context.cwd, ".pi", "agent-tools.json"))] : []),
    await fromFile(join(agentFolder, "agent-tools.json")),
  ];
  const chosen = all.find((each) => places.some((place) => each[place] !== undefined)) ?? {};
  return { ...chosen, approve: all.flatMap(({ approve = [] }) => approve) };
}

function fromFlags(pi: Pick<PiApi, "getFlag">): PiExtensionOptions {
  const flag = (name: keyof typeof flags) => {
    const value = pi.getFlag(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  return given(flag("agent-tools-url"), flag("agent-tools-servers"), flag("agent-tools-approve"));
}

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): PiExtensionOptions {
  const { AGENT_TOOLS_URL: url, AGENT_TOOLS_SERVERS: servers, AGENT_TOOLS_APPROVE: approve } = environment;
  const found = given(url, servers, approve);
  if (!url || !environment["AGENT_TOOLS_TOKEN"]) return found;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Pi fills it in, so that the token is in no configuration.
  return { ...found, headers: { Authorization: "Bearer ${AGENT_TOOLS_TOKEN}" } };
}

function given(url?: string, servers?: string, approve?: string): PiExtensionOptions {
  return {
    ...(url && { url }),
    ...(servers && { servers }),
    ...(approve && { approve: approve.split(",").map((each) => each.trim()) }),
  };
}

async function fromFile(path: string): Promise<PiExtensionOptions> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return {};
  }
  try {
    const content: unknown = JSON.parse(text);
    if (!isObject(content)) throw new SyntaxError("it is no object");
    return absolute(content as PiExtensionOptions, dirname(path));
  } catch (error) {
    throw new ToolError("invalid_configuration", `${path} cannot be read: ${ToolError.from(error).message}`, {
      hint: "Correct the file; the README of @agent-tools/pi-extension lists its fields.",
    });
  }
}

function absolute(options: PiExtensionOptions, folder: string): PiExtensionOptions {
  return options.servers === undefined ? options : { ...options, servers: resolve(folder, options.servers) };
}
