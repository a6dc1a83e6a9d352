import {
  type Effect,
  isObject,
  type Json,
  type JsonObject,
  type Schema,
  type ToolAnnotations,
  ToolError,
} from "@agent-tools/contract";
import type { Pagination } from "./pagination.js";
import { parseTransformation, type Transformation } from "./transformation.js";

/**
 * A tool that sends one HTTP request. Values go in as `{{argument}}` and `{{secrets.NAME}}`: into the URL's path and
 * query, the headers and the body, each encoded for its place.
 */
export interface HttpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Schema;
  readonly outputSchema?: Schema;
  readonly annotations?: ToolAnnotations;
  /** Default `GET`. */
  readonly method?: string;
  /** A whole URL, or one relative to `baseUrl`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless the header Content-Type says otherwise. A field whose optional argument is absent is dropped. */
  readonly body?: Json;
  /** What the tool answers with instead of the whole response. */
  readonly response?: Transformation;
  /** Milliseconds for the whole call, 1,000 to 120,000. Default 30,000. */
  readonly timeout?: number;
  /** The secrets that a bare `{{NAME}}` may stand for, where it is no property of `inputSchema`. */
  readonly requiredSecrets?: readonly string[];
  /** Default by method: GET, HEAD and OPTIONS read, DELETE destroys, everything else writes. */
  readonly effect?: Effect;
  /** True where a repeat of a call whose answer was lost does no harm. */
  readonly isIdempotent?: boolean;
  /** Reads several pages in one call. */
  readonly pagination?: Pagination;
  /** Where a generated tool comes from; listed in `_meta`. */
  readonly generationMetadata?: JsonObject;
}

/** A tool in the form in which catalogues store it: its request under `configuration.http`. */
export interface HttpToolDefinition {
  readonly name: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly type?: string;
  readonly inputSchema?: Schema;
  readonly configuration: {
    readonly http: {
      readonly method?: string;
      readonly url: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly bodyTemplate?: string;
      /** A map of keys to paths (also as JSON text), a JMESPath expression, or a Liquid template. */
      readonly responseTransformation?: string | Readonly<Record<string, string>>;
      readonly timeout?: number;
      readonly requiredSecrets?: readonly string[];
    };
  };
  readonly generationMetadata?: JsonObject;
}

export const defaultTimeout = 30_000;

/** True for a time limit of a call: 1,000 to 120,000 ms. */
export function isTimeout(timeout: number): boolean {
  return Number.isInteger(timeout) && timeout >= 1_000 && timeout <= 120_000;
}

/** A tool with its defaults. Throws `invalid_configuration`, naming the tool and the field, where something is wrong. */
export function normalizeTool(tool: HttpTool | HttpToolDefinition): HttpTool & { method: string; timeout: number } {
  const given = "configuration" in tool ? fromDefinition(tool) : tool;
  const wrong = (field: string, words: string): ToolError =>
    new ToolError("invalid_configuration", `Tool "${given.name}", ${field}: ${words}.`);
  if (typeof given.name !== "string" || given.name === "") throw wrong("name", "a name is needed");
  if (typeof given.url !== "string") throw wrong("url", "a URL is needed");
  const { method = "GET", timeout = defaultTimeout } = given;
  if (!/^[A-Za-z]+$/.test(method)) throw wrong("method", `${JSON.stringify(method)} is no HTTP method`);
  if (!isTimeout(timeout)) {
    throw wrong("timeout", `${timeout} is not in the range of 1,000 to 120,000 ms`);
  }
  return { ...given, method: method.toUpperCase(), timeout };
}

function fromDefinition(tool: HttpToolDefinition): HttpTool {
  const { displayName, type = "http", configuration, ...fields } = tool;
  const { bodyTemplate, responseTransformation, ...request } = configuration.http ?? {};
  if (type !== "http" || !isObject(configuration.http)) {
    throw new ToolError("invalid_configuration", `Tool "${tool.name}" is of type "${type}", not "http".`, {
      hint: "Tools of other types belong to other adapters.",
    });
  }
  return {
    ...fields,
    ...request,
    ...(displayName !== undefined && { title: displayName }),
    ...(bodyTemplate !== undefined && { body: bodyTemplate }),
    ...(responseTransformation !== undefined && { response: parseTransformation(responseTransformation) }),
  };
}
