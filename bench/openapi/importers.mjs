// What is compared: each takes a file and answers with its tools as `{ name, method, path, inputSchema, outputSchema }`.
// A peer that cannot import a document throws.
export const importers = {
  async "adapter-rest"(file) {
    const { openApiAdapter } = await import("@agent-tools/adapter-rest");
    const adapter = await openApiAdapter({ document: file });
    const { tools } = await adapter.listTools({});
    return { tools, report: () => adapter.report };
  },

  async "openapi-mcp-generator"(file) {
    // The package's own entry is a command line; this is the interface that it publishes for programs.
    const { getToolsFromOpenApi } = await import(
      import.meta.resolve("openapi-mcp-generator").replace(/index\.js$/, "api.js")
    );
    const tools = await getToolsFromOpenApi(file, { dereference: true });
    return {
      tools: tools.map(({ name, inputSchema, method, pathTemplate }) => ({
        name,
        inputSchema,
        method,
        path: pathTemplate,
      })),
    };
  },

  async "@ivotoby/openapi-mcp-server"(file) {
    const { OpenAPISpecLoader } = await import("@ivotoby/openapi-mcp-server");
    const loader = new OpenAPISpecLoader();
    const tools = loader.parseOpenAPISpec(await loader.loadOpenAPISpec(file, "file"));
    return {
      tools: [...tools.values()].map((tool) => ({
        name: tool.name,
        inputSchema: tool.inputSchema,
        method: tool.httpMethod,
        path: tool.originalPath,
      })),
    };
  },
};

/** Reads what it takes to list and call every tool: schemas that are made late are made here. */
export function readInputs(tools) {
  return count(tools.flatMap(({ name, description, inputSchema }) => [name, description, inputSchema]));
}

export function readOutputs(tools) {
  return count(tools.map(({ outputSchema }) => outputSchema));
}

function count(parts) {
  return parts.filter((part) => part !== undefined).length;
}
