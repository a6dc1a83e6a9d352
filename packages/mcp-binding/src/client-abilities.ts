import { type Ask, isObject, type JsonObject } from "@agent-tools/contract";

/** Which capability a client must have declared to answer a question of each method. */
const needed: Readonly<Record<string, (params: JsonObject) => JsonObject>> = {
  "elicitation/create": (params) => ({ elicitation: params["mode"] === "url" ? { url: {} } : { form: {} } }),
  "sampling/createMessage": ({ tools, toolChoice }) => ({ sampling: tools || toolChoice ? { tools: {} } : {} }),
  "roots/list": () => ({ roots: {} }),
};

/**
 * The capabilities that a client would have to declare, and did not, to answer these questions; `undefined` where it
 * can answer them all. A bare `elicitation: {}` means forms, as it did before there were modes.
 */
export function missingAbilities(
  requests: Readonly<Record<string, Ask>>,
  declared: JsonObject = {},
): JsonObject | undefined {
  const missing: Record<string, JsonObject> = {};
  for (const { method, params = {} } of Object.values(requests)) {
    const required = needed[method]?.(params) ?? { [method]: {} };
    for (const [name, members] of Object.entries(required)) {
      const has = declared[name];
      if (!isObject(has)) {
        missing[name] = { ...missing[name], ...(members as JsonObject) };
        continue;
      }
      for (const member of Object.keys(members as JsonObject)) {
        const isImplied = name === "elicitation" && member === "form" && !("url" in has);
        if (!(member in has) && !isImplied) missing[name] = { ...missing[name], [member]: {} };
      }
    }
  }
  return Object.keys(missing).length > 0 ? missing : undefined;
}

/** True where a client may be able to answer something. */
export function canAnswer(declared: JsonObject = {}): boolean {
  return ["elicitation", "sampling", "roots"].some((name) => isObject(declared[name]));
}
