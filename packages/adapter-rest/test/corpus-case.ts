import { isObject } from "@agent-tools/contract";
import type { Echo } from "./echo.js";

type Fields = Record<string, unknown>;
type Place = "path" | "query" | "header" | "cookie" | "querystring" | "body";
type Grouped = Partial<Record<Place, unknown>>;

/** One line of the corpus. */
export interface Case {
  readonly operationId: string;
  readonly case: number;
  readonly doc: string;
  readonly args: Grouped;
  readonly secrets?: Record<string, string | Record<string, string>>;
  readonly expect: {
    readonly method?: string;
    readonly path?: string;
    readonly acceptPath?: string[];
    readonly rawQuery?: string;
    readonly acceptRawQuery?: string[];
    readonly headers?: Record<string, string>;
    readonly headersMatch?: Record<string, string>;
    readonly headersAbsent?: string[];
    readonly body?: {
      json?: unknown;
      text?: string;
      base64?: string;
      form?: [string, string][];
      formAnyOf?: [string, string][][];
      anyOrder?: boolean;
    };
    readonly parts?: {
      name: string;
      text?: string;
      json?: unknown;
      base64?: string;
      contentType?: string;
      filename?: string;
      filenamePresent?: boolean;
    }[];
    readonly reject?: boolean;
    readonly inputSchemaAbsent?: string[];
    readonly schemaInvalid?: Grouped[];
  };
}

export function readCases(text: string): Case[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Case);
}

/** The corpus groups arguments by place; the import names them as its README says. */
export function namedArguments(grouped: Grouped, schema: Fields): Fields {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const args: Fields = {};
  for (const place of ["path", "query", "header", "cookie"] as const) {
    for (const [name, value] of Object.entries(isObject(grouped[place]) ? grouped[place] : {})) {
      const prefixed = `${place}_${name}`;
      args[prefixed in properties || name in args ? prefixed : name] = value;
    }
  }
  if ("querystring" in grouped) args[Object.keys(properties)[0] ?? "querystring"] = grouped.querystring;
  if ("body" in grouped) args["body"] = files(grouped.body);
  return args;
}

function files(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(files);
  if (!isObject(value)) return value;
  const { $base64, ...rest } = value;
  if (typeof $base64 === "string") return { base64: $base64, ...rest };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, files(inner)]));
}

/** What arrived otherwise than the case says. */
export function mismatches({ expect }: Case, echo: Echo, schema: Fields): string[] {
  const found: string[] = [];
  const check = (what: string, isRight: boolean, got: unknown): void => {
    if (!isRight) found.push(`${what}: ${JSON.stringify(got)}`);
  };
  const { headers, body } = echo;
  if (expect.method !== undefined) check("method", echo.method === expect.method, echo.method);
  if (expect.path !== undefined)
    check("path", [expect.path, ...(expect.acceptPath ?? [])].includes(echo.path), echo.path);
  if (expect.rawQuery !== undefined) {
    check("query", [expect.rawQuery, ...(expect.acceptRawQuery ?? [])].includes(echo.rawQuery), echo.rawQuery);
  }
  for (const [name, value] of Object.entries(expect.headers ?? {})) {
    const got = name === "content-type" ? headers[name]?.split(";")[0] : headers[name.toLowerCase()];
    check(name, got === value, got);
  }
  for (const [name, pattern] of Object.entries(expect.headersMatch ?? {})) {
    check(name, new RegExp(pattern).test(headers[name.toLowerCase()] ?? ""), headers[name.toLowerCase()]);
  }
  for (const name of expect.headersAbsent ?? [])
    check(name, !(name.toLowerCase() in headers), headers[name.toLowerCase()]);
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const absent =
    expect.inputSchemaAbsent ?? (expect.headers?.["inputSchemaAbsent"] as unknown as string[] | undefined) ?? [];
  for (const name of absent) check("input", !(name in properties), name);
  if (expect.body) {
    const { json, text, base64, form, formAnyOf, anyOrder = false } = expect.body;
    if (json !== undefined) check("json", same(JSON.parse(body.text), json), body.text);
    if (text !== undefined) check("text", body.text === text, body.text);
    if (base64 !== undefined) check("base64", body.base64 === base64, body.base64);
    const pairs = [...new URLSearchParams(body.text)];
    const accepted = form ? [form] : formAnyOf;
    const ordered = (list: [string, string][]): unknown => (anyOrder ? [...list].map(String).sort() : list);
    if (accepted)
      check(
        "form",
        accepted.some((one) => same(ordered(pairs), ordered(one))),
        pairs,
      );
  }
  for (const part of expect.parts ?? []) {
    const got = echo.parts?.filter(({ name }) => name === part.name) ?? [];
    const fits = got.some(
      (one) =>
        (part.text === undefined || one.text === part.text) &&
        (part.base64 === undefined || one.base64 === part.base64) &&
        (part.json === undefined || same(JSON.parse(one.text), part.json)) &&
        (part.contentType === undefined || one.contentType?.split(";")[0] === part.contentType) &&
        (part.filename === undefined || one.filename === part.filename) &&
        (part.filenamePresent === undefined || (one.filename !== null) === part.filenamePresent),
    );
    check(`part ${part.name}`, fits, got);
  }
  return found;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
