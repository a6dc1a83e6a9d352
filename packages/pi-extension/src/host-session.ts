import { isObject, type Json, ToolError } from "@agent-tools/contract";
import { refusal, verdict } from "./gate.js";
import { describeHost, hostEntry } from "./host-entry.js";
import type { HostLink, HostState } from "./host-link.js";
import { hasNativeMcp, nativeLink } from "./native-link.js";
import { ownLink } from "./own-link.js";
import type { McpServerEntry, PiApi, PiContext, PiToolInfo } from "./pi-api.js";
import { unreachable } from "./reachable.js";
import type { PiExtensionOptions } from "./settings.js";

/** How long the first prompt waits for the host, and every later one. */
const FIRST_MS = 10_000;
const LATER_MS = 3_000;

/** A catalogue of at most so many tokens is shown whole: a search costs a turn, and finds about as much. */
const DIRECT_TOKENS = 1_500;

const KEY = "agent-tools";

/** What Pi's own MCP says of a program that is gone, and what this extension's connection says. */
const GONE = /connection closed|EPIPE|ECONNRESET|did not start|could not be reached|: it ended \(/i;

/** The host for one session of Pi. */
export interface HostSession {
  /** Before a run: waits for the host, and tells the person and the model where it is not there. */
  beforeRun(context: PiContext): Promise<{ message: object } | undefined>;
  /** Before a call: the reason why it must not run. */
  refusal(toolName: string, args: Record<string, Json>, context: PiContext): Promise<string | undefined>;
  /** After a call: what the model has to know beside the result. */
  afterCall(event: FinishedCall, context: PiContext): Promise<string | undefined>;
  /** The answer of `/agent-tools`, or of `/agent-tools tools`. */
  report(what: string): Promise<string>;
  close(): Promise<void>;
}

/** As far as it is read: an event `tool_result`. */
export interface FinishedCall {
  readonly toolName: string;
  readonly content: readonly unknown[];
  readonly details?: unknown;
  readonly isError: boolean;
}

/** A session over the host that the settings name; throws `invalid_configuration` where they name none. */
export function hostSession(pi: PiApi, settings: PiExtensionOptions): HostSession {
  const found = hostEntry(settings);
  if (!found) {
    throw new ToolError("invalid_configuration", "Agent Tools does not know its host.", {
      hint: "Set AGENT_TOOLS_URL or AGENT_TOOLS_SERVERS, or write agent-tools.json; /agent-tools says more.",
    });
  }
  const { approve = [], description } = settings;
  const entry: McpServerEntry = { ...found, ...(description && { description }) };
  const link = hasNativeMcp(pi) ? nativeLink(pi, entry) : ownLink(pi, entry);
  let wait = FIRST_MS;
  let isToldDown = false;

  const look = async (context: PiContext): Promise<HostState> => {
    const state = await link.ready(wait);
    wait = LATER_MS;
    if (state.isUp) {
      if (isToldDown) tell(context, "The Agent Tools host is back.", "info");
      isToldDown = false;
      showSmallCatalogue(pi, link);
    }
    context.ui.setStatus(KEY, state.isUp ? `agent-tools: ${link.tools().length} tools` : "agent-tools: down");
    return state;
  };

  return {
    async beforeRun(context) {
      const state = await look(context);
      if (state.isUp || isToldDown) return undefined;
      isToldDown = true;
      const content = `The Agent Tools host is down, and its tools cannot be used: ${state.reason}. It is looked for again with the next prompt.`;
      tell(context, content, "warning");
      return { message: { customType: KEY, content, display: true } };
    },
    async refusal(toolName, args, context) {
      const listed = link.listedName(toolName);
      if (listed === undefined) return undefined;
      const tool = link.tools().find(({ name }) => name === toolName) ?? { name: toolName };
      return refusal(tool, listed, args, approve, context);
    },
    async afterCall({ toolName, content, details, isError }, context) {
      const listed = link.listedName(toolName);
      if (listed === undefined) return undefined;
      if (!isError && listed === "load_skill") declareNamed(pi, link, JSON.stringify(content));
      // What the host answered has details; what never got there has none.
      if (!isError || (isObject(details) && "server" in details)) return undefined;
      const reason = entry.url === undefined ? ended(content) : await unreachable(entry, LATER_MS);
      if (reason === undefined) return undefined;
      isToldDown = true;
      const next = entry.url === undefined ? "The next call starts it again" : "Its tools fail until it is back";
      const text = `The Agent Tools host is down: ${reason}. ${next}.`;
      tell(context, text, "warning");
      return text;
    },
    async report(what) {
      const state = await link.ready(LATER_MS);
      const head = `Host: ${describeHost(entry)}, through ${link.way}\n${state.isUp ? `Up, ${link.tools().length} tools` : `Down: ${state.reason}`}`;
      if (what !== "tools") return `${head}\nRuns unasked: what only reads; ${approve.join(", ") || "nothing else"}`;
      return [head, ...link.tools().map((tool) => permission(link, tool, approve))].join("\n");
    },
    close: () => link.close(),
  };
}

/** That the host's program has ended, where what a failed call says is that. */
function ended(content: readonly unknown[]): string | undefined {
  return GONE.test(JSON.stringify(content)) ? "its program has ended" : undefined;
}

/** Shows a person something, on the screen where there is one. */
export function tell(context: PiContext, text: string, type: "info" | "warning"): void {
  if (context.hasUI) context.ui.notify(text, type);
  else console.error(`[agent-tools] ${text}`);
}

/** Declares all tools to the model where that costs little. */
function showSmallCatalogue(pi: PiApi, link: HostLink): void {
  const tools = link.tools();
  const size = JSON.stringify(tools.map(({ name, description, parameters }) => ({ name, description, parameters })));
  if (size.length / 4 <= DIRECT_TOKENS) declare(pi, tools);
}

/** Declares the tools that a text names: those of a skill that was just loaded. */
function declareNamed(pi: PiApi, link: HostLink, text: string): void {
  const words = new Set(text.match(/[\w-]+/g));
  declare(
    pi,
    link.tools().filter(({ name }) => words.has(link.listedName(name) ?? "")),
  );
}

function declare(pi: PiApi, tools: readonly PiToolInfo[]): void {
  const active = pi.getActiveTools();
  const missing = tools.map(({ name }) => name).filter((name) => !active.includes(name));
  if (missing.length > 0) pi.setActiveTools([...active, ...missing]);
}

function permission(link: HostLink, tool: PiToolInfo, approve: readonly string[]): string {
  const listed = link.listedName(tool.name) ?? tool.name;
  const words = { reads: "runs (only reads)", approved: "runs (approved beforehand)", asks: "asks a person" };
  return `  ${listed.padEnd(32)} ${words[verdict(tool, listed, approve)]}`;
}
