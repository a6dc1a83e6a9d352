import type { JsonObject, Tool } from "@agent-tools/contract";

const kitchen = (await import(new URL("fixtures/kitchen.mjs", import.meta.url).href)) as {
  definitions: Tool[];
  sinkResult: JsonObject;
  resource: JsonObject;
  template: JsonObject;
  contents: JsonObject;
  prompt: JsonObject;
};

/** What the fixture servers send. */
export const { definitions, sinkResult, resource, template, contents, prompt } = kitchen;
