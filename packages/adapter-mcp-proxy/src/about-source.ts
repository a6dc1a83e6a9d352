import { isObject, type JsonObject, type SourceInfo } from "@agent-tools/contract";
import type { Snapshot } from "./catalogue.js";

/** The capabilities whose methods go through; what belongs to others would be announced and not be there. */
const PASSED: ReadonlySet<string> = new Set([
  "tools",
  "resources",
  "prompts",
  "completions",
  "logging",
  "experimental",
]);
/** An extension with methods of its own. */
const TASKS = "io.modelcontextprotocol/tasks";

/** What an upstream says about itself, as far as it holds through the adapter. */
export function aboutSource({ capabilities, server, instructions }: Snapshot): SourceInfo {
  const kept = Object.entries(capabilities).filter(([name]) => PASSED.has(name));
  const { extensions } = capabilities;
  const others = isObject(extensions) ? Object.entries(extensions).filter(([name]) => name !== TASKS) : [];
  return {
    capabilities: Object.fromEntries([
      ...kept,
      ...(others.length > 0 ? [["extensions", Object.fromEntries(others)]] : []),
    ]) as JsonObject,
    ...(server && { info: server }),
    ...(instructions !== undefined && { instructions }),
  };
}
