import { isObject, type Json, type JsonObject } from "@agent-tools/contract";
import type { PiContext, PiToolInfo } from "./pi-api.js";

/** What the gate does with a tool: `runs` since it only reads or was approved beforehand, else `asks`. */
export type GateVerdict = "reads" | "approved" | "asks";

/** How much of the arguments a question shows. */
const SHOWN = 1_000;

/** The tools of a host behind which others are, with the one plugin that such a tool is for. */
const FACADE = /^(?:agent_tools_(?:(?<owner>.+)_)?)?(?<kind>call|call_readonly|run_skill)$/;

/**
 * What is called: the tool, or behind a facade the tool or skill that the arguments name, as `plugin__tool`. Of other tools,
 * and of what the facade's own name says already, the arguments say nothing: a model writes them.
 */
export function calledName(listed: string, args: unknown): string {
  const { owner, kind } = FACADE.exec(listed)?.groups ?? {};
  if (kind === undefined || !isObject(args)) return listed;
  const inner = args[kind === "run_skill" ? "skill" : "toolName"];
  if (typeof inner !== "string") return listed;
  const plugin = owner ?? args["plugin"];
  return typeof plugin === "string" ? `${plugin}__${inner}` : inner;
}

/** What the gate does with a call. A tool that does not say that it only reads is asked about. */
export function verdict(
  { annotations }: Pick<PiToolInfo, "annotations">,
  name: string,
  approve: readonly string[],
): GateVerdict {
  if (annotations?.readOnlyHint === true) return "reads";
  return approve.some((pattern) => matches(pattern, name)) ? "approved" : "asks";
}

/**
 * Why a call must not run, or undefined where it may: a person is asked where one is there, and nobody is waited for where
 * none is. A person's yes is also the `confirm: true` of a facade.
 */
export async function refusal(
  tool: PiToolInfo,
  listed: string,
  args: Record<string, Json>,
  approve: readonly string[],
  context: PiContext,
): Promise<string | undefined> {
  const name = calledName(listed, args);
  const decided = verdict(tool, name, approve);
  if (decided === "reads") return undefined;
  if (decided === "asks") {
    if (!context.hasUI) return headlessReason(name, context.mode);
    const isAgreed = await context.ui.confirm(question(tool, name), shown(args), {
      ...(context.signal && { signal: context.signal }),
    });
    if (!isAgreed) return `The person at Pi declined ${name}. Do not repeat the call; ask what they want instead.`;
  }
  if (takesConfirm(tool)) args["confirm"] = true;
  return undefined;
}

function question({ annotations }: PiToolInfo, name: string): string {
  const does = annotations?.destructiveHint === false ? "changes things" : "may destroy or overwrite things";
  return `Run ${name}? It ${does}.`;
}

function headlessReason(name: string, mode = "print"): string {
  return `${name} may change things, and nobody can be asked in ${mode} mode. It was not run. A person can approve it beforehand: --agent-tools-approve "${name}".`;
}

function shown(args: JsonObject): string {
  const text = JSON.stringify(args, undefined, 2);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function takesConfirm({ parameters }: PiToolInfo): boolean {
  return isObject(parameters) && isObject(parameters["properties"]) && "confirm" in parameters["properties"];
}

function matches(pattern: string, name: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(name);
}
