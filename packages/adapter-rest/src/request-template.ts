import { type Json, ToolError } from "@agent-tools/contract";
import { compileBody, encodePairs, parsePairs } from "./body-template.js";
import type { HttpRequest } from "./http-message.js";
import { ownField } from "./own-field.js";
import { fill, parseTemplate, type Scope, type Template, type Values, type Variable, variablesOf } from "./template.js";
import { checkHeader, checkPath, encodeValue } from "./url-encoding.js";

/** The parts of a request that may hold variables. */
export interface RequestParts {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Json | undefined;
}

/** A request that is filled anew for each call. */
export interface RequestTemplate {
  /** The secrets to ask for before it is filled. */
  readonly secrets: ReadonlySet<string>;
  /** Method and path for messages: no value stands in it. */
  readonly label: string;
  /** Throws `invalid_arguments` where a value is missing or does not fit. */
  fill(values: Values): HttpRequest;
}

/** Compiles a request. Every value is encoded for the place where it stands, so that none can change what is around it. */
export function compileRequest(parts: RequestParts, baseUrl: string | undefined, scope: Scope): RequestTemplate {
  const secrets = new Set<string>();
  const noting: Scope = (name) => {
    const variable = scope(name);
    if (variable.from === "secret") secrets.add(variable.name);
    return variable;
  };
  const { origin, path, pathText, query } = compileUrl(parts.url, baseUrl, noting);
  const headers = Object.entries(parts.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), parseTemplate(value, noting)] as const,
  );
  const contentType = headers.find(([name]) => name === "content-type")?.[1].join("");
  const body = parts.body === undefined ? undefined : compileBody(parts.body, contentType, noting);
  const method = parts.method.toUpperCase();

  return {
    secrets,
    label: `${method} ${pathText}`,
    fill(values) {
      const filledPath = fill(path, values, encodeValue);
      if (filledPath === undefined) throw missing(path, values, pathText);
      const search = encodePairs(query, values, encodeValue);
      const sent: Record<string, string> = {};
      for (const [name, template] of headers) {
        const value = fill(template, values, (text) => text);
        if (value !== undefined) sent[name] = checkHeader(name, value);
      }
      const text = body?.fill(values);
      if (body && text !== undefined) sent["content-type"] ??= body.contentType;
      const base = (fill(origin, values, (part) => part) as string).replace(/\/$/, "");
      const url = `${base}${checkPath(filledPath, pathText)}${search && `?${search}`}`;
      if (!URL.canParse(url)) {
        throw new ToolError("invalid_configuration", `${method} ${pathText} has no valid address. Check its base URL.`);
      }
      return { method, url: new URL(url), headers: sent, ...(text !== undefined && { body: text }) };
    },
  };
}

interface UrlTemplate {
  readonly origin: Template;
  readonly path: Template;
  readonly pathText: string;
  readonly query: ReturnType<typeof parsePairs>;
}

function compileUrl(url: string, baseUrl: string | undefined, scope: Scope): UrlTemplate {
  const isWhole = /^(https?:\/\/|\{\{\s*secrets\.)/i.test(url);
  const text = isWhole || baseUrl === undefined ? url : `${baseUrl.replace(/\/$/, "")}/${url.replace(/^\//, "")}`;
  const originText = /^(?:https?:\/\/[^/?#]+|\{\{[^{}]*\}\})/i.exec(text)?.[0];
  if (originText === undefined) {
    throw new ToolError(
      "invalid_configuration",
      `The URL ${JSON.stringify(url)} is relative and there is no baseUrl.`,
      {
        hint: "Set baseUrl, or write the whole URL.",
      },
    );
  }
  const origin = parseTemplate(originText, scope);
  const chosen = variablesOf(origin).find((variable) => variable.from === "argument");
  if (chosen) {
    throw new ToolError("invalid_configuration", `The argument "${chosen.name}" would choose the host in ${url}.`, {
      hint: "A host may come from a secret or stand in the URL, never from an argument.",
    });
  }
  const [rest = ""] = text.slice(originText.length).split("#");
  const [pathPart = "", queryPart = ""] = splitOnce(rest, "?");
  const pathText = pathPart === "" ? "/" : pathPart;
  return {
    origin,
    path: parseTemplate(pathText, scope),
    pathText,
    query: parsePairs(queryPart, scope),
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

function missing(path: Template, values: Values, pathText: string): ToolError {
  const absent = variablesOf(path).find(
    ({ from, name }: Variable) => from === "argument" && (ownField(values.args, name) ?? null) === null,
  );
  return new ToolError("invalid_arguments", `The argument "${absent?.name}" is missing: it is part of ${pathText}.`);
}
