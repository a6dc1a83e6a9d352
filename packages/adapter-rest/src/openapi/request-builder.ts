import { isObject, ToolError } from "@agent-tools/contract";
import type { HttpRequest } from "../http-message.js";
import { isJsonType, parseMediaType } from "../media-type.js";
import { ownField } from "../own-field.js";
import { jsonText, plainText } from "../template.js";
import { checkHeader, checkPath, encodeValue, joinUrl } from "../url-encoding.js";
import { encodeBody, formText } from "./body-encoding.js";
import type { Inputs } from "./input-schema.js";
import type { PartFacts, PartKey } from "./multipart.js";
import { formType } from "./request-body.js";
import type { Parameter, RequestModel } from "./request-model.js";
import { encodeReserved, headerText, pairsOf, pathValue } from "./value-encoding.js";

/** An operation that is ready to be called. */
export interface Callable {
  readonly method: string;
  readonly path: string;
  readonly label: string;
  readonly model: RequestModel;
  readonly inputs: Inputs;
  /** True for a part of the body that is a file. */
  readonly isFile: (part: PartKey) => boolean;
}

/**
 * The request for one call, credentials aside. Throws `invalid_arguments` where an argument is unknown, missing, or would
 * change what is around it.
 */
export function buildRequest(
  { method, path, label, model, inputs, isFile }: Callable,
  server: string,
  args: Readonly<Record<string, unknown>>,
): HttpRequest {
  checkNames(inputs, model, args, label);
  const variables = new Map<string, string>();
  const query: string[] = [];
  const cookies: string[] = [];
  const headers: Record<string, string> = { accept: "application/json, */*;q=0.8" };

  for (const { argument, parameter } of inputs.parameters) {
    const value = ownField(args, argument);
    if (value === undefined || value === null) continue;
    const { name, place } = parameter;
    const encode = parameter.allowReserved ? encodeReserved : encodeValue;
    if (place === "querystring") query.push(wholeQuery(parameter, value));
    else if (place === "header") {
      const text = parameter.contentType === undefined ? headerText(value, parameter) : inType(parameter, value);
      headers[name.toLowerCase()] = checkHeader(name, text);
    } else {
      const written = parameter.contentType === undefined ? value : inType(parameter, value);
      if (place === "path") variables.set(name, pathValue(name, written, parameter, encodeSegment(parameter)));
      else if (place === "query") query.push(...pairsOf(name, written, parameter, encode));
      // In a cookie each pair stands alone, and what the style "cookie" sends is not encoded (OpenAPI 3.2, section 4.12.3).
      else cookies.push(...pairsOf(name, written, parameter, parameter.style === "cookie" ? checkCookie : encode));
    }
  }
  if (cookies.length > 0) headers["cookie"] = checkHeader("Cookie", cookies.join("; "));

  const body = args["body"];
  const given = inputs.partHeaders === undefined ? undefined : args[inputs.partHeaders];
  const facts: PartFacts = { isFile, headers: isObject(given) ? given : {} };
  const encoded = model.body && body !== undefined ? encodeBody(model.body, body, facts) : undefined;
  if (encoded) headers["content-type"] = encoded.contentType;
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => variables.get(name) ?? "");
  const url = new URL(joinUrl(server, checkPath(filled, path), query));
  return { method, url, headers, ...(encoded && { body: encoded.body }) };
}

function checkNames(inputs: Inputs, model: RequestModel, args: Readonly<Record<string, unknown>>, label: string): void {
  const known = new Set(inputs.parameters.map(({ argument }) => argument));
  if (inputs.hasBody) known.add("body");
  if (inputs.partHeaders !== undefined) known.add(inputs.partHeaders);
  const unknown = Object.keys(args).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new ToolError("invalid_arguments", `${label} has no argument ${unknown.join(", ")}.`, {
      hint: known.size === 0 ? "It takes none." : `It takes ${[...known].join(", ")}.`,
    });
  }
  const missing = inputs.parameters
    .filter(({ argument, parameter }) => parameter.isRequired && (ownField(args, argument) ?? null) === null)
    .map(({ argument }) => argument);
  if (model.body?.isRequired && args["body"] === undefined) missing.push("body");
  if (missing.length > 0) {
    throw new ToolError("invalid_arguments", `${label} needs ${missing.join(", ")}. Nothing was sent.`);
  }
}

/** In a path a slash is never let through: it would lead to another resource. */
function encodeSegment({ allowReserved }: Parameter): (text: string) => string {
  return allowReserved ? (text) => encodeReserved(text).replace(/[/?]/g, encodeValue) : encodeValue;
}

function checkCookie(text: string): string {
  if (!/[;,"\\\s]/.test(text)) return text;
  throw new ToolError("invalid_arguments", "A cookie cannot hold spaces, quotes, commas, semicolons or backslashes.");
}

function inType({ contentType = "" }: Parameter, value: unknown): string {
  return isJsonType(parseMediaType(contentType).type) ? jsonText(value) : plainText(value);
}

/** `in: querystring` of OpenAPI 3.2: the whole query is one value. */
function wholeQuery(parameter: Parameter, value: unknown): string {
  const { type } = parseMediaType(parameter.contentType);
  if (type !== formType || typeof value !== "object") return encodeValue(inType(parameter, value));
  return formText(value as Record<string, unknown>, {});
}
