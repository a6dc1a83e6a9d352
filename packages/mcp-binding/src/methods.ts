import { isObject, type JsonObject } from "@agent-tools/contract";
import type { Era } from "./facade.js";

const both: readonly Era[] = ["legacy", "modern"];
const legacy: readonly Era[] = ["legacy"];

/** The requests that each server capability brings, and the eras that have them. */
const byCapability: Readonly<Record<string, Readonly<Record<string, readonly Era[]>>>> = {
  tools: { "tools/list": both, "tools/call": both },
  prompts: { "prompts/list": both, "prompts/get": both },
  resources: {
    "resources/list": both,
    "resources/templates/list": both,
    "resources/read": both,
    "resources/subscribe": legacy,
    "resources/unsubscribe": legacy,
  },
  completions: { "completion/complete": both },
  logging: { "logging/setLevel": legacy },
};

/** The extension by which skills are published, SEP-2640. */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

const byExtension: typeof byCapability = { [SKILLS_EXTENSION]: { "skills/list": both, "skills/get": both } };

/** The requests that a server of these capabilities answers in that era, beside the protocol's own. */
export function methodsOf(capabilities: JsonObject, era: Era): readonly string[] {
  const extensions = isObject(capabilities["extensions"]) ? capabilities["extensions"] : {};
  return [
    ...Object.entries(byCapability).filter(([capability]) => capabilities[capability] !== undefined),
    ...Object.entries(byExtension).filter(([extension]) => extensions[extension] !== undefined),
  ]
    .flatMap(([, methods]) => Object.entries(methods))
    .filter(([, eras]) => eras.includes(era))
    .map(([method]) => method);
}
