import { isAbsolute, win32 } from "node:path";
import { effects, errorCodes, type Schema, ToolError } from "@agent-tools/contract";
import { compileSchema } from "@agent-tools/schema";
import { type CliAdapterOptions, type CliCommand, usedArguments } from "./cli-command.js";
import { propertiesOf } from "./command-input.js";

const text = { type: "string", pattern: "^[^\\u0000]*$" };
const token = { ...text, minLength: 1 };
const milliseconds = { type: "integer", minimum: 1, maximum: 2_147_483_647 };
const variable = { type: "string", pattern: "^[^=\\u0000]+$" };

const settings = {
  workingDirectory: token,
  environment: {
    type: "object",
    propertyNames: variable,
    additionalProperties: {
      anyOf: [
        text,
        { type: "object", properties: { secret: token }, required: ["secret"], additionalProperties: false },
      ],
    },
  },
  inherit: { type: "array", items: variable },
  timeoutMs: milliseconds,
  maxOutputBytes: { type: "integer", minimum: 1 },
  exitCodes: {
    type: "object",
    propertyNames: { pattern: "^(0|[1-9][0-9]{0,9})$" },
    additionalProperties: { enum: ["success", ...Object.keys(errorCodes)] },
  },
};

const valueFields = { option: token, mayBeginWithDash: { type: "boolean" } };
const part = (properties: Record<string, object>, required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const manifest: Schema = {
  type: "object",
  properties: {
    ...settings,
    commands: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: {
          ...settings,
          title: { type: "string" },
          description: { type: "string" },
          command: token,
          arguments: {
            type: "array",
            items: {
              anyOf: [
                text,
                part({ from: token, ...valueFields }, ["from"]),
                part({ each: token, ...valueFields }, ["each"]),
                part({ switch: token, when: token }, ["switch", "when"]),
              ],
            },
          },
          stdin: token,
          inputSchema: { type: "object", properties: { type: { const: "object" } }, required: ["type"] },
          outputSchema: { type: ["object", "boolean"] },
          annotations: { type: "object" },
          effect: { enum: effects },
          output: { enum: ["text", "json"] },
        },
        required: ["command"],
        additionalProperties: false,
      },
    },
  },
  required: ["commands"],
  additionalProperties: false,
};

/** Throws `invalid_configuration` for the first things that are wrong, each with its place. */
export function checkManifest(options: CliAdapterOptions): void {
  const issues = compileSchema(manifest)
    .check(options)
    .map(({ path, message }) => `${path || "the options"} ${message}`);
  if (issues.length === 0) {
    for (const [name, command] of Object.entries(options.commands))
      issues.push(...commandIssues(`/commands/${name}`, command));
  }
  if (issues.length > 0) {
    throw new ToolError("invalid_configuration", `A command manifest is wrong: ${issues.slice(0, 5).join("; ")}.`);
  }
}

function commandIssues(path: string, command: CliCommand): string[] {
  const issues: string[] = [];
  if (/[/\\]/.test(command.command) && !isAbsolute(command.command) && !win32.isAbsolute(command.command)) {
    issues.push(
      `${path}/command is a relative path, "${command.command}": write a bare name, which is looked up on PATH, or an absolute path`,
    );
  }
  if (command.inputSchema === undefined) return issues;
  const { problem } = compileSchema(command.inputSchema);
  if (problem !== undefined) issues.push(`${path}/inputSchema: ${problem}`);
  const declared = new Set(Object.keys(propertiesOf(command.inputSchema)));
  const used = usedArguments(command);
  for (const name of used)
    if (!declared.has(name)) issues.push(`${path} uses the argument "${name}", which is not in inputSchema/properties`);
  for (const name of declared)
    if (!used.has(name)) issues.push(`${path}/inputSchema declares "${name}", which no part of the command uses`);
  return issues;
}
