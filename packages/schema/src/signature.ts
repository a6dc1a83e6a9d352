import type { Tool } from "@agent-tools/contract";
import { schemaParts } from "./compiled-schema.js";
import { type TypeTextOptions, TypeWriter } from "./type-text.js";

/**
 * A tool as a TypeScript method signature, for models and scripts: `get_issue(args: { owner: string }): Promise<…>`.
 * Types that hold themselves are declared before it, one `type …;` each. Without an `outputSchema` there is no return
 * type, without parameters no `args`.
 */
export function signature(tool: Tool, options: TypeTextOptions = {}): string {
  const input = schemaParts(tool.inputSchema ?? { type: "object" }).form.schema;
  const writer = new TypeWriter(input, options);
  const args = writer.type(input);
  const declarations = [...writer.declarations];
  let result = "";
  if (tool.outputSchema !== undefined) {
    const output = schemaParts(tool.outputSchema).form.schema;
    const outputWriter = new TypeWriter(output, options);
    result = `: Promise<${outputWriter.type(output)}>`;
    declarations.push(...outputWriter.declarations);
  }
  const mark = typeof input === "object" && ((input["required"] ?? []) as string[]).length > 0 ? "" : "?";
  const parameter = args === "{}" ? "" : `args${mark}: ${args}`;
  const name = /^[A-Za-z_$][\w$]*$/.test(tool.name) ? tool.name : JSON.stringify(tool.name);
  return [...declarations, `${name}(${parameter})${result}`].join("\n");
}
