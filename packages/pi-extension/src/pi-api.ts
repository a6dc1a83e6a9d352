import type { Awaitable, JsonObject, Schema, ToolAnnotations } from "@agent-tools/contract";

/** The part of Pi's extension API that is used here. What is optional came after 0.73. */
export interface PiApi {
  on(event: string, handler: PiHandler): unknown;
  registerTool(tool: PiTool): void;
  registerCommand(name: string, command: PiCommand): void;
  registerFlag(name: string, flag: { readonly type: "string"; readonly description: string }): void;
  getFlag(name: string): boolean | string | undefined;
  getCommands(): readonly PiCommandInfo[];
  getActiveTools(): readonly string[];
  getAllTools(): readonly PiToolInfo[];
  setActiveTools(names: string[]): void;
  // biome-ignore lint/suspicious/noExplicitAny: a McpServerEntry, which Pi types as one of two kinds.
  registerMcpServer?(name: string, entry: any): void;
  unregisterMcpServer?(name: string): void;
  registerToolRenderer?(resolve: (toolName: string, next: () => unknown) => unknown): void;
}

/** A handler of an event; what it may answer depends on the event. */
// biome-ignore lint/suspicious/noExplicitAny: Pi's own overloads give each event its type, and handlers write theirs down.
export type PiHandler = (event: any, context: PiContext) => Awaitable<unknown>;

/** What every handler is given. */
export interface PiContext {
  readonly cwd: string;
  /** False in print and JSON mode: nobody can be asked there. */
  readonly hasUI: boolean;
  /** `tui`, `rpc`, `json` or `print`; absent in 0.73. */
  readonly mode?: string;
  readonly ui: {
    confirm(title: string, message: string, options?: { readonly signal?: AbortSignal }): Promise<boolean>;
    notify(message: string, type?: "info" | "warning" | "error"): void;
    setStatus(key: string, text: string | undefined): void;
  };
  readonly signal?: AbortSignal | undefined;
  isProjectTrusted?(): boolean;
}

/** A tool as Pi knows it. */
export interface PiToolInfo {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: unknown;
  readonly exposure?: PiExposure;
  readonly annotations?: ToolAnnotations;
}

/** How the model reaches a tool in Pi 1.x. */
export type PiExposure = "direct" | "model-only" | "codemode" | "deferred" | "hidden";

/** A slash command, and which extension has it. */
export interface PiCommandInfo {
  readonly name: string;
  readonly sourceInfo?: { readonly path?: string; readonly source?: string };
}

/** A slash command of this extension. */
export interface PiCommand {
  readonly description: string;
  handler(args: string, context: PiContext): Promise<void>;
  getArgumentCompletions?(prefix: string): { value: string; label: string }[] | null;
}

/** A tool that an extension registers. Raw JSON Schema is taken as parameters. */
export interface PiTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: Schema;
  readonly exposure?: PiExposure;
  readonly annotations?: ToolAnnotations;
  readonly namespace?: { readonly name: string; readonly description?: string };
  execute(callId: string, args: JsonObject, signal?: AbortSignal): Promise<PiResult>;
}

/** A result for the model, and `details` for the screen. */
export interface PiResult {
  content: PiContent[];
  details: JsonObject;
}

/** The two kinds of content that Pi shows a model. */
export type PiContent =
  | { type: "text"; text: string }
  | { type: "image" /** Base64. */; data: string; mimeType: string };

/** An entry of `mcpServers`, as Pi takes it. `${NAME}` in headers and env is a variable of Pi's environment. */
export interface McpServerEntry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly exposure?: "direct" | "deferred";
  readonly toolExposure?: Readonly<Record<string, "direct" | "deferred">>;
  readonly description?: string;
}
