import { isObject, ToolError } from "@agent-tools/contract";
import { ownField } from "./own-field.js";

/** A place in a template that a value goes to. Arguments and secrets are two namespaces: one never stands for the other. */
export interface Variable {
  readonly from: "argument" | "secret";
  readonly name: string;
}

/** Text with variables in it. */
export type Template = readonly (string | Variable)[];

/** The values of one call. */
export interface Values {
  readonly args: Readonly<Record<string, unknown>>;
  readonly secrets: ReadonlyMap<string, string>;
}

/** Says what a bare name stands for; throws where it stands for nothing. */
export type Scope = (name: string) => Variable;

const variable = /\{\{\s*([\p{L}\p{N}_$@.:-]+)\s*\}\}/gu;

/** Reads `{{argument}}`, `{{argument.field}}` and `{{secrets.NAME}}`. Throws where a `{{` begins nothing of the kind. */
export function parseTemplate(text: string, scope: Scope): Template {
  const template: (string | Variable)[] = [];
  let end = 0;
  for (const match of text.matchAll(variable)) {
    if (match.index > end) template.push(text.slice(end, match.index));
    template.push(scope(match[1] as string));
    end = match.index + match[0].length;
  }
  if (end < text.length) template.push(text.slice(end));
  const stray = template.find((piece) => typeof piece === "string" && piece.includes("{{"));
  if (stray !== undefined) {
    throw new ToolError("invalid_configuration", `${JSON.stringify(stray)} holds "{{" without a variable's name.`, {
      hint: "Write {{argument}} or {{secrets.NAME}}.",
    });
  }
  return template;
}

/** The variables of a template. */
export function variablesOf(template: Template): Variable[] {
  return template.filter((piece) => typeof piece !== "string");
}

/** The value of a variable; undefined where an argument is absent. Secrets are always there: they were asked for first. */
export function valueOfVariable({ from, name }: Variable, { args, secrets }: Values): unknown {
  if (from === "secret") return secrets.get(name);
  if (Object.hasOwn(args, name)) return args[name];
  let value: unknown = args;
  for (const key of name.split(".")) {
    value = isObject(value) ? ownField(value, key) : undefined;
  }
  return value;
}

/** The one variable that a template consists of, or undefined. */
export function soleVariable(template: Template): Variable | undefined {
  const [only] = template;
  return template.length === 1 && typeof only === "object" ? only : undefined;
}

/** The text of a template, each value encoded; undefined where an argument in it is absent. */
export function fill(template: Template, values: Values, encode: (text: string) => string): string | undefined {
  let text = "";
  for (const piece of template) {
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    const value = valueOfVariable(piece, values);
    if (value === undefined || value === null) return undefined;
    text += encode(plainText(value));
  }
  return text;
}

/** A value as text: what is no scalar is written as JSON. */
export function plainText(value: unknown): string {
  return typeof value === "object" ? jsonText(value) : String(value);
}

/** A value as JSON. Throws `invalid_arguments` where it has none: a `bigint`, or an object that holds itself. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new ToolError("invalid_arguments", `A value has no JSON: ${(cause as Error).message}. Nothing was sent.`, {
      cause,
    });
  }
}
