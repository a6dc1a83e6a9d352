import { type Caller, isObject, type JsonObject, type Tool } from "@agent-tools/contract";
import type { McpFacade } from "@agent-tools/mcp-binding";

/** A parameter that clients repeat in a header, for whoever routes requests without reading bodies. */
interface Declared {
  readonly header: string;
  readonly path: readonly string[];
}

type ByTool = ReadonlyMap<string, readonly Declared[]>;

const MAX_CALLERS = 1_000;

/**
 * Checks the `Mcp-Param-*` headers of a call against its arguments (MCP 2026-07-28, streamable HTTP, `x-mcp-header`).
 * Answers with what does not agree. Which parameters are declared is asked once for each caller and kept until the list of
 * tools changes.
 */
export function paramHeaders(
  facade: McpFacade,
): (headers: Headers, params: JsonObject, caller: Caller) => Promise<string | undefined> {
  const known = new Map<string, Promise<ByTool>>();
  facade.onChange(({ kind }) => {
    if (kind === "tools") known.clear();
  });

  function declaredFor(caller: Caller): Promise<ByTool> {
    const key = JSON.stringify({ ...caller, conversation: "" });
    let declared = known.get(key);
    if (!declared) {
      if (known.size >= MAX_CALLERS) known.clear();
      declared = declaredIn(facade, caller);
      known.set(key, declared);
      declared.catch(() => known.delete(key));
    }
    return declared;
  }

  return async (headers, { name, arguments: args }, caller) => {
    if (typeof name !== "string" || !facade.capabilities["tools"]) return undefined;
    const declared = (await declaredFor(caller)).get(name) ?? [];
    for (const { header, path } of declared) {
      const value = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), args);
      if (!["string", "number", "boolean"].includes(typeof value)) continue;
      const sent = headers.get(header);
      if (sent === null) return `the body has ${path.join(".")}, and the header ${header} is missing`;
      const decoded = decodedValue(sent);
      if (decoded === undefined) return `the header ${header} is not valid Base64`;
      const isSame =
        typeof value === "number" ? decoded.trim() !== "" && Number(decoded) === value : decoded === String(value);
      if (!isSame) return `the header ${header} is not what the body has as ${path.join(".")}`;
    }
    return undefined;
  };
}

async function declaredIn(facade: McpFacade, caller: Caller): Promise<ByTool> {
  const { signal } = new AbortController();
  const context = { era: "modern", session: { caller }, signal, meta: {}, log() {} } as const;
  const declared = new Map<string, readonly Declared[]>();
  const seen = new Set<unknown>();
  let cursor: unknown;
  do {
    seen.add(cursor);
    const answer = await facade.handle("tools/list", cursor === undefined ? {} : { cursor: cursor as string }, context);
    const result = answer && "result" in answer ? answer.result : {};
    for (const { name, inputSchema } of (result["tools"] ?? []) as unknown as readonly Tool[]) {
      const found = [...declarations(inputSchema, [])];
      if (found.length > 0) declared.set(name, found);
    }
    cursor = result["nextCursor"];
  } while (cursor !== undefined && !seen.has(cursor));
  return declared;
}

/** Only what `properties` alone lead to can be declared: the rest depends on the value. */
function* declarations(schema: unknown, path: readonly string[]): Generator<Declared> {
  if (!isObject(schema)) return;
  const name = schema["x-mcp-header"];
  if (path.length > 0 && typeof name === "string" && /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) {
    yield { header: `Mcp-Param-${name}`, path };
  }
  const { properties } = schema;
  if (!isObject(properties)) return;
  for (const [key, property] of Object.entries(properties)) yield* declarations(property, [...path, key]);
}

/** What a header cannot hold as it is comes as `=?base64?…?=`, in UTF-8. */
function decodedValue(value: string): string | undefined {
  const [, encoded] = /^=\?base64\?(.*)\?=$/i.exec(value) ?? [];
  if (encoded === undefined) return value;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) return undefined;
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
