import { isObject, ToolError } from "@agent-tools/contract";
import type { HttpTool } from "./http-tool.js";
import type { Scope } from "./template.js";

const secretPrefix = "secrets.";
const composing = ["$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties"];

/**
 * What the names in a tool's templates stand for. `{{secrets.NAME}}` is a secret. A bare name is an argument where the
 * schema has such a property; else it is a secret: one of `requiredSecrets` where that list is given. Throws where a
 * name could be both, and where it is neither.
 */
export function toolScope(tool: HttpTool): Scope {
  const { inputSchema, requiredSecrets } = tool;
  const properties = isObject(inputSchema) && isObject(inputSchema["properties"]) ? inputSchema["properties"] : {};
  const isKnown = isObject(inputSchema) && !composing.some((keyword) => keyword in inputSchema);
  const clash = requiredSecrets?.find((name) => Object.hasOwn(properties, name));
  if (clash !== undefined) {
    throw new ToolError("invalid_configuration", `"${clash}" is both a required secret and an argument.`, {
      hint: "Rename the argument, or write the secret as {{secrets.NAME}} and take it off requiredSecrets.",
    });
  }
  if (Object.hasOwn(properties, "secrets")) {
    throw new ToolError("invalid_configuration", 'An argument cannot be called "secrets". Rename it.');
  }
  return (name) => {
    if (name.startsWith(secretPrefix)) return { from: "secret", name: name.slice(secretPrefix.length) };
    if (requiredSecrets?.includes(name)) return { from: "secret", name };
    const [root = name] = name.split(".");
    if (Object.hasOwn(properties, name) || Object.hasOwn(properties, root) || !isKnown)
      return { from: "argument", name };
    if (requiredSecrets === undefined) return { from: "secret", name };
    throw new ToolError("invalid_configuration", `{{${name}}} is neither an argument nor a required secret.`, {
      hint: "Add it to the properties of inputSchema, or to requiredSecrets.",
    });
  };
}
