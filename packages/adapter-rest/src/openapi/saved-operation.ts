import { isObject, type Json, type JsonObject, type Schema, ToolError } from "@agent-tools/contract";
import type { Credential } from "../credential.js";
import type { HttpTool } from "../http-tool.js";
import { isJsonType, parseMediaType } from "../media-type.js";
import { ownField } from "../own-field.js";
import { joinUrl } from "../url-encoding.js";
import type { ImportedTool } from "./imported-tool.js";
import { formType } from "./request-body.js";
import type { Parameter } from "./request-model.js";
import type { Requirement } from "./security.js";

/** What a saved operation depends on beside itself. */
export interface SavedOperationOptions {
  /** Without a slash at the end. */
  readonly server: string;
  readonly requirements: readonly Requirement[];
  readonly credentials: Readonly<Record<string, Credential>>;
}

/** The parts of a request that a template is written into. */
interface Draft {
  path: string;
  readonly query: string[];
  readonly headers: Map<string, string>;
}

/**
 * An operation as an HTTP tool that stands by itself, as plain JSON. Throws `unsupported` where a template cannot say what the
 * operation needs: values in other styles than the usual ones, cookies, files, and credentials that take more than a secret.
 */
export function savedOperation(tool: ImportedTool, options: SavedOperationOptions): HttpTool {
  const { definition, effect, isIdempotent } = tool;
  const { method, path, label, model, inputs } = tool.callable();
  const refuse = (words: string): never => {
    throw new ToolError("unsupported", `${label} cannot be saved as an HTTP tool: ${words}.`, {
      hint: "Keep it in the description, whose adapter can call it.",
    });
  };
  // A copy: what is saved must not hang on the description.
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = JSON.parse(
    JSON.stringify(definition),
  ) as JsonObject & { name: string; title?: string; description?: string; inputSchema?: Schema; outputSchema?: Schema };
  const draft: Draft = { path, query: [], headers: new Map() };
  for (const { argument, parameter } of inputs.parameters) {
    const flaw = place(draft, argument, parameter, propertyOf(inputSchema, argument));
    if (flaw !== undefined) refuse(`${parameter.place} parameter "${parameter.name}" ${flaw}`);
  }
  const flaw = authorize(draft, options);
  if (flaw !== undefined) refuse(flaw);
  let body: Json | undefined;
  if (model.body) {
    const { type } = parseMediaType(model.body.contentType);
    draft.headers.set("content-type", model.body.contentType);
    if (isJsonType(type)) body = "{{body}}";
    else if (type === formType)
      body = formOf(propertyOf(inputSchema, "body")) ?? refuse("its form has no fixed fields");
    else refuse(`its body is ${type}`);
  }
  const metadata = isObject(_meta) ? (_meta["generationMetadata"] as JsonObject | undefined) : undefined;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(inputSchema !== undefined && { inputSchema }),
    ...(outputSchema !== undefined && { outputSchema }),
    ...(isObject(annotations) && { annotations }),
    ...{ method, url: joinUrl(options.server, draft.path, draft.query), headers: Object.fromEntries(draft.headers) },
    ...(body !== undefined && { body }),
    ...{ effect, isIdempotent },
    ...(metadata && { generationMetadata: metadata }),
  };
}

/** Writes a parameter's variable where its value goes; says what keeps it from being one. */
function place(
  draft: Draft,
  argument: string,
  { name, place: where, style, explode, allowReserved, contentType }: Parameter,
  schema: Schema | undefined,
): string | undefined {
  if (contentType !== undefined) return `is written as ${contentType}`;
  if (allowReserved) return "keeps reserved characters";
  const kind = kindOf(schema);
  const variable = `{{${argument}}}`;
  if (where === "path" && style === "simple" && kind === "scalar") {
    draft.path = draft.path.replaceAll(`{${name}}`, variable);
  } else if (where === "query" && style === "form" && (kind === "scalar" || (kind === "list" && explode))) {
    draft.query.push(`${encodeURIComponent(name)}=${variable}`);
  } else if (where === "header" && kind === "scalar") {
    draft.headers.set(name.toLowerCase(), variable);
  } else {
    return `is a ${kind} in style ${style}`;
  }
  return undefined;
}

/** Writes the credentials of the first way in whose schemes are all configured; says what keeps one from being written. */
function authorize(
  { query, headers }: Draft,
  { requirements, credentials }: SavedOperationOptions,
): string | undefined {
  const chosen = requirements.find(
    (each) => each.length > 0 && each.every(({ name }) => Object.hasOwn(credentials, name)),
  );
  for (const { name, scheme } of chosen ?? []) {
    const credential = credentials[name] as Credential;
    if (!("secret" in credential)) return `the credential "${name}" is more than one secret`;
    const secret = `{{secrets.${credential.secret}}}`;
    if (scheme.type !== "apiKey") {
      const word = scheme.type === "oauth2" || scheme.scheme.toLowerCase() === "bearer" ? "Bearer" : scheme.scheme;
      headers.set("authorization", `${word} ${secret}`);
    } else if (scheme.in === "query") query.push(`${encodeURIComponent(scheme.name)}=${secret}`);
    else if (scheme.in === "header") headers.set(scheme.name.toLowerCase(), secret);
    else return `the credential "${name}" is sent as a cookie`;
  }
  return undefined;
}

function propertyOf(schema: Schema | undefined, name: string): Schema | undefined {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  return isObject(properties) ? (ownField(properties, name) as Schema | undefined) : undefined;
}

/** What a schema's values are, where it says so. */
function kindOf(schema: Schema | undefined): "scalar" | "list" | "structure" {
  const types = isObject(schema) ? [schema["type"]].flat() : [];
  const isOf = (...known: string[]) => types.length > 0 && types.every((type) => known.includes(String(type)));
  if (isOf("string", "number", "integer", "boolean", "null")) return "scalar";
  return isOf("array", "null") ? "list" : isObject(schema) && Array.isArray(schema["enum"]) ? "scalar" : "structure";
}

/** A form whose fields are those of the body's schema; undefined where they are not fixed, or hold structures. */
function formOf(schema: Schema | undefined): JsonObject | undefined {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  if (!isObject(properties)) return undefined;
  const fields = Object.entries(properties) as [string, Schema][];
  if (fields.some(([name, each]) => kindOf(each) === "structure" || !/^[\w-]+$/.test(name))) return undefined;
  return Object.fromEntries(fields.map(([name]) => [name, `{{body.${name}}}`]));
}
