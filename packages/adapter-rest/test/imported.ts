import { standaloneContext, type Tool, type ToolResult } from "@agent-tools/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type OpenApiOptions, openApiAdapter } from "../src/index.js";
import type { Echo } from "./echo.js";

export type Fields = Record<string, unknown>;
type Options = Omit<OpenApiOptions, "document">;

export const fieldsOf = (schema: unknown): Fields => schema as Fields;
export const ok = { 200: { description: "ok" } };
export const json = (schema: unknown) => ({ "application/json": { schema } });
export const openapi = (paths: Fields, more: Fields = {}) => ({
  openapi: "3.1.0",
  info: { title: "T", version: "2.5" },
  paths,
  ...more,
});

export async function toolsOf(document: object, options: Options = {}): Promise<Record<string, Tool>> {
  const adapter = await openApiAdapter({ document, ...options });
  const { tools } = await adapter.listTools(standaloneContext());
  return Object.fromEntries(tools.map((tool) => [tool.name, tool]));
}

/** Compiles every schema, and tells how many there were. */
export function compiled(tools: Iterable<Tool>): number {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  let count = 0;
  for (const { inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      if (schema === undefined) continue;
      ajv.compile(schema as Fields);
      count += 1;
    }
  }
  return count;
}

/** The request of one call as an echoing service at `baseUrl` received it. */
export async function sent(document: object, tool: string, args: object, options: Options): Promise<Echo> {
  const adapter = await openApiAdapter({ document, ...options });
  const result = (await adapter.call(tool, args, standaloneContext())) as ToolResult;
  return result.structuredContent as unknown as Echo;
}
