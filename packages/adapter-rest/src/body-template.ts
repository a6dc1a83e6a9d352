import { isObject, type Json, ToolError } from "@agent-tools/contract";
import { isJsonType, isXmlType, parseMediaType } from "./media-type.js";
import {
  fill,
  parseTemplate,
  plainText,
  type Scope,
  soleVariable,
  type Template,
  type Values,
  valueOfVariable,
} from "./template.js";
import { encodeFormValue } from "./url-encoding.js";

/** A body that is filled anew for each call; undefined where nothing is to be sent. */
export interface BodyTemplate {
  readonly contentType: string;
  fill(values: Values): string | undefined;
}

const formType = "application/x-www-form-urlencoded";

/**
 * Compiles a body for its content type: JSON keeps the types of its arguments, a form and XML escape them, plain text
 * takes them as they are. A field whose optional argument is absent is dropped.
 */
export function compileBody(body: Json, contentType: string | undefined, scope: Scope): BodyTemplate {
  const { type } = parseMediaType(contentType ?? "application/json");
  const sent = contentType ?? type;
  if (isJsonType(type)) {
    const json = compileJson(typeof body === "string" ? parseJsonTemplate(body) : body, scope);
    return { contentType: sent, fill: (values) => toText(json(values)) };
  }
  if (type === formType) {
    const form = compileForm(body, scope);
    return { contentType: sent, fill: (values) => joinPairs(form, values) };
  }
  if (typeof body !== "string" || type.startsWith("multipart/")) {
    throw new ToolError("invalid_configuration", `A body of type ${type} has to be a text template.`, {
      hint: "Use a JSON or form body, or import the API from its OpenAPI description.",
    });
  }
  const template = parseTemplate(body, scope);
  const encode = isXmlType(type) ? escapeXml : (text: string) => text;
  return { contentType: sent, fill: (values) => fill(template, values, encode) };
}

type Filled = (values: Values) => unknown;

function compileJson(body: Json | undefined, scope: Scope): Filled {
  if (typeof body === "string") {
    const template = parseTemplate(body, scope);
    const sole = soleVariable(template);
    return sole ? (values) => valueOfVariable(sole, values) : (values) => fill(template, values, (text) => text);
  }
  if (Array.isArray(body)) {
    const items = (body as readonly Json[]).map((item) => compileJson(item, scope));
    return (values) => items.map((item) => item(values)).filter((item) => item !== undefined);
  }
  if (!isObject(body)) return () => body;
  const fields = Object.entries(body).map(([key, value]) => {
    if (key.includes("{{")) {
      throw new ToolError("invalid_configuration", `The body's key ${JSON.stringify(key)} holds a variable.`, {
        hint: "Variables go into values only.",
      });
    }
    return [key, compileJson(value as Json, scope)] as const;
  });
  return (values) => Object.fromEntries(fields.map(([key, value]) => [key, value(values)]));
}

const toText = (value: unknown): string | undefined => JSON.stringify(value);

/** A JSON text whose variables may also stand without quotes, as in `{"count": {{count}}}`. */
function parseJsonTemplate(text: string): Json {
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|(\{\{[^{}]*\}\})/g, (whole, bare) => (bare ? `"${bare}"` : whole));
  try {
    return JSON.parse(quoted) as Json;
  } catch (error) {
    throw new ToolError("invalid_configuration", `The body is no JSON: ${(error as Error).message}.`, {
      hint: "Correct the body, or say in the header Content-Type what it is.",
      cause: error,
    });
  }
}

/** A name and a value of a query or form. What is literal in them is encoded already. */
export type Pair = readonly [name: Template, value: Template | undefined];

/** Reads the pairs of a query or form text. */
export function parsePairs(text: string, scope: Scope): Pair[] {
  return text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [, name = pair, value] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
      return [parseTemplate(name, scope), value === undefined ? undefined : parseTemplate(value, scope)];
    });
}

/** The text of the pairs: a list becomes one pair for each item, any other structure JSON text, an absent value nothing. */
export function encodePairs(pairs: readonly Pair[], values: Values, encode: (text: string) => string): string {
  const parts: string[] = [];
  for (const [nameTemplate, valueTemplate] of pairs) {
    const name = fill(nameTemplate, values, encode);
    if (name === undefined) continue;
    if (valueTemplate === undefined) {
      parts.push(name);
      continue;
    }
    const sole = soleVariable(valueTemplate);
    const list = sole && valueOfVariable(sole, values);
    if (Array.isArray(list)) {
      parts.push(...list.map((item) => `${name}=${encode(plainText(item))}`));
      continue;
    }
    const value = fill(valueTemplate, values, encode);
    if (value !== undefined) parts.push(`${name}=${value}`);
  }
  return parts.join("&");
}

function compileForm(body: Json, scope: Scope): Pair[] {
  if (typeof body === "string") return parsePairs(body, scope);
  if (!isObject(body)) {
    throw new ToolError("invalid_configuration", "The body of a form has to be an object or a text of pairs.");
  }
  return Object.entries(body).map(([name, value]) => {
    const template = parseTemplate(plainText(value), scope);
    const encoded = template.map((piece) => (typeof piece === "string" ? encodeFormValue(piece) : piece));
    return [[encodeFormValue(name)], encoded];
  });
}

function joinPairs(pairs: readonly Pair[], values: Values): string | undefined {
  return encodePairs(pairs, values, encodeFormValue) || undefined;
}

const xmlEscapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => xmlEscapes[character] as string);
}
