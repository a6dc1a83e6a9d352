// #region import
import { openApiAdapter } from "@agent-tools/adapter-rest";
import { standaloneContext } from "@agent-tools/contract";

const adapter = await openApiAdapter({
  document: {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.0.0" },
    servers: [{ url: "https://pets.example" }],
    paths: {
      "/pets/{petId}": {
        get: {
          operationId: "getPet",
          parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
          responses: { 200: { description: "The pet" } },
        },
      },
    },
  },
});
const { tools } = await adapter.listTools(standaloneContext());
console.log(
  tools.map(({ name }) => name),
  adapter.report.imported,
); // [ "get_pet" ] 1
// #endregion
if (tools[0]?.name !== "get_pet" || adapter.report.imported !== 1)
  throw new Error(JSON.stringify([tools, adapter.report]));
