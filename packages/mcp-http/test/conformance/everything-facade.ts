import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Ask, isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import type { McpAnswer, McpChange, McpContext, McpFacade } from "@agent-tools/mcp-binding";

// Everything that the official conformance suite asks a server for, under the names that it asks for, as one facade.

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";

type Fields = Record<string, unknown>;
type Run = (args: Fields, context: McpContext) => Promise<McpAnswer> | McpAnswer;

const content = (...blocks: object[]): McpAnswer => ({ result: { content: blocks } as unknown as JsonObject });
const text = (words: string): McpAnswer => content({ type: "text", text: words });
const image = { type: "image", data: PNG, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: "resource",
  resource: { uri, mimeType, text: words },
});

const form = (message: string, properties: Fields, required: string[] = Object.keys(properties)): Ask => ({
  method: "elicitation/create",
  params: { message, requestedSchema: { type: "object", properties, required } } as unknown as JsonObject,
});
const sample = (words: string, maxTokens = 100): Ask => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: words } }], maxTokens },
});
const roots: Ask = { method: "roots/list", params: {} };
const oneText = { name: { type: "string" } };

const key = randomBytes(32);
const signed = (state: string) => `${state}.${createHmac("sha256", key).update(state).digest("base64url")}`;
function opened(state: string): string {
  const plain = state.slice(0, state.lastIndexOf("."));
  if (signed(plain) !== state)
    throw new ToolError("invalid_arguments", "The request state is not one of this server's.");
  return plain;
}

/** Asks until every key is answered; the answers come from the retry, or from the client in mid-call. */
async function asked(
  context: McpContext,
  requests: Record<string, Ask>,
  then: (answers: Record<string, Fields>) => McpAnswer,
  state?: string,
): Promise<McpAnswer> {
  if (context.ask) return then((await context.ask(requests)) as Record<string, Fields>);
  const { state: given, answers = {} } = context.resume ?? {};
  const isOurs = state === undefined || (given !== undefined && opened(given) === state);
  const isAnswered = isOurs && Object.keys(requests).every((name) => isFilled(answers[name]));
  if (isAnswered) return then(answers as Record<string, Fields>);
  return { requests, ...(state !== undefined && { state: signed(state) }) };
}

const isFilled = (answer: unknown): answer is Fields =>
  isObject(answer) && ("content" in answer ? isObject(answer["content"]) : "action" in answer || "roots" in answer);

const said = (answer: Fields) => `action=${answer["action"]}, content=${JSON.stringify(answer["content"] ?? {})}`;
const field = (answer: Fields | undefined, name: string) => (answer?.["content"] as Fields | undefined)?.[name];

const enums = {
  untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
  titledSingle: {
    type: "string",
    oneOf: [
      { const: "value1", title: "First Option" },
      { const: "value2", title: "Second Option" },
    ],
  },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
  titledMulti: {
    type: "array",
    items: {
      anyOf: [
        { const: "value1", title: "First Choice" },
        { const: "value2", title: "Second Choice" },
      ],
    },
  },
};

const defaults = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};

const tools: Record<string, { readonly run: Run; readonly inputSchema?: Fields }> = {
  test_simple_text: { run: () => text("This is a simple text response for testing.") },
  test_image_content: { run: () => content(image) },
  test_audio_content: { run: () => content({ type: "audio", data: WAV, mimeType: "audio/wav" }) },
  test_embedded_resource: {
    run: () => content(embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  },
  test_multiple_content_types: {
    run: () =>
      content(
        { type: "text", text: "Multiple content types test:" },
        image,
        embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
      ),
  },
  test_tool_with_logging: {
    async run(_args, { log }) {
      for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        log("info", words);
        await wait(50);
      }
      return text("Logged three times.");
    },
  },
  test_logging_tool: {
    run(_args, { log }) {
      log("info", "Only for those who asked.");
      return text("Logged.");
    },
  },
  test_error_handling: {
    run: () => ({
      result: {
        isError: true,
        content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
      },
    }),
  },
  test_tool_with_progress: {
    async run(_args, { progress }) {
      for (const done of [0, 50, 100]) {
        progress?.(done, 100);
        await wait(50);
      }
      return text("Went all the way.");
    },
  },
  test_sampling: {
    inputSchema: { properties: { prompt: { type: "string" } }, required: ["prompt"] },
    run: ({ prompt }, context) =>
      asked(context, { answer: sample(String(prompt)) }, ({ answer }) =>
        text(`LLM response: ${field(answer, "text")}`),
      ),
  },
  test_elicitation: {
    inputSchema: { properties: { message: { type: "string" } }, required: ["message"] },
    run: ({ message }, context) =>
      asked(
        context,
        {
          user: form(String(message), {
            username: { type: "string", description: "User's response" },
            email: { type: "string", description: "User's email address" },
          }),
        },
        ({ user = {} }) => text(`User response: ${said(user)}`),
      ),
  },
  test_elicitation_sep1034_defaults: {
    run: (_args, context) =>
      asked(context, { all: form("Please check these", defaults, []) }, ({ all = {} }) =>
        text(`Elicitation completed: ${said(all)}`),
      ),
  },
  test_elicitation_sep1330_enums: {
    run: (_args, context) =>
      asked(context, { all: form("Please choose", enums, []) }, ({ all = {} }) =>
        text(`Elicitation completed: ${said(all)}`),
      ),
  },
  test_streaming_elicitation: {
    async run(_args, context) {
      context.progress?.(1, 2);
      return asked(context, { user: form("Your name?", oneText) }, ({ user }) =>
        text(`Hello, ${field(user, "name")}!`),
      );
    },
  },
  test_missing_capability: {
    run: (_args, context) => asked(context, { answer: sample("Anything.") }, () => text("It was answered.")),
  },
  test_reconnection: {
    async run() {
      // Longer than a call takes that is answered by one JSON body.
      await wait(500);
      return text("The stream held.");
    },
  },
  test_header_region: {
    inputSchema: { properties: { region: { type: "string", "x-mcp-header": "Region" } } },
    run: ({ region }) => text(`Region: ${region}`),
  },
  json_schema_2020_12_tool: {
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
    run: () => text("Valid."),
  },
  test_input_required_result_elicitation: {
    run: (_args, context) =>
      asked(context, { user_name: form("What is your name?", oneText) }, ({ user_name }) =>
        text(`Hello, ${field(user_name, "name")}!`),
      ),
  },
  test_input_required_result_sampling: {
    run: (_args, context) =>
      asked(context, { capital_question: sample("What is the capital of France?") }, ({ capital_question }) =>
        text(`It said: ${field(capital_question, "text")}`),
      ),
  },
  test_input_required_result_list_roots: {
    run: (_args, context) =>
      asked(context, { client_roots: roots }, ({ client_roots }) => text(JSON.stringify(client_roots?.["roots"]))),
  },
  test_input_required_result_request_state: {
    run: (_args, context) =>
      asked(context, { confirm: form("Please confirm", { ok: { type: "boolean" } }) }, () => text("state-ok"), "asked"),
  },
  test_input_required_result_tampered_state: {
    run: (_args, context) =>
      asked(
        context,
        { confirm: form("Please confirm", { ok: { type: "boolean" } }) },
        () => text("untouched"),
        "asked",
      ),
  },
  test_input_required_result_multiple_inputs: {
    run: (_args, context) =>
      asked(
        context,
        {
          user_name: form("What is your name?", oneText),
          greeting: sample("Generate a greeting", 50),
          client_roots: roots,
        },
        (answers) => text(JSON.stringify(answers)),
        "asked",
      ),
  },
  test_input_required_result_multi_round: {
    async run(_args, context) {
      const step1 = { step1: form("Step 1: What is your name?", oneText) };
      const step2 = { step2: form("Step 2: What is your favorite color?", { color: { type: "string" } }) };
      const round = context.resume?.state === undefined ? 0 : Number(opened(context.resume.state));
      if (round < 2 && !context.resume?.answers["step1"]) {
        const first = await asked(context, step1, () => text("next"), "1");
        if (!("result" in first)) return first;
      }
      return asked(context, step2, ({ step2: answer }) => text(`Color: ${field(answer, "color")}`), "2");
    },
  },
  test_input_required_result_capabilities: {
    run(_args, context) {
      const { elicitation, sampling } = context.session.client?.capabilities ?? {};
      const requests = {
        ...(elicitation && { user_name: form("What is your name?", oneText) }),
        ...(sampling && { greeting: sample("Generate a greeting") }),
      };
      return asked(context, requests, (answers) => text(JSON.stringify(answers)));
    },
  },
};

const prompt = (...blocks: object[]): McpAnswer => ({
  result: { messages: blocks.map((block) => ({ role: "user", content: block })) } as unknown as JsonObject,
});

const prompts: Record<string, { readonly arguments?: string[]; readonly run: Run }> = {
  test_simple_prompt: { run: () => prompt({ type: "text", text: "This is a simple prompt for testing." }) },
  test_prompt_with_arguments: {
    arguments: ["arg1", "arg2"],
    run: ({ arg1, arg2 }) => prompt({ type: "text", text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ["resourceUri"],
    run: ({ resourceUri }) =>
      prompt(embedded(String(resourceUri), "text/plain", "Embedded resource content for testing."), {
        type: "text",
        text: "Please process the embedded resource above.",
      }),
  },
  test_prompt_with_image: { run: () => prompt(image, { type: "text", text: "Please analyze the image above." }) },
  test_input_required_result_prompt: {
    run: (_args, context) =>
      asked(
        context,
        { user_context: form("What context should the prompt use?", { context: { type: "string" } }) },
        ({ user_context }) => prompt({ type: "text", text: `Context: ${field(user_context, "context")}` }),
      ),
  },
};

function read(uri: string): McpAnswer {
  const of = (more: JsonObject): McpAnswer => ({ result: { contents: [{ uri, ...more }] } });
  if (uri === "test://static-text") {
    return of({ mimeType: "text/plain", text: "This is the content of the static text resource." });
  }
  if (uri === "test://static-binary") return of({ mimeType: "image/png", blob: PNG });
  if (uri === "test://watched-resource") return of({ mimeType: "text/plain", text: "Watched." });
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) throw new ToolError("unknown_target", "Resource not found", { details: { uri } });
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return of({ mimeType: "application/json", text: JSON.stringify(data) });
}

/** A new facade with everything; its lists change when a tool says so. */
export function everythingFacade(): McpFacade {
  const listeners = new Set<(change: McpChange) => void>();
  const trigger = (kind: "tools" | "prompts"): Run => {
    return () => {
      for (const tell of listeners) tell({ kind });
      return text(`The list of ${kind} changed.`);
    };
  };
  const allTools = {
    ...tools,
    test_trigger_tool_change: { run: trigger("tools") },
    test_trigger_prompt_change: { run: trigger("prompts") },
  };
  const lists: Record<string, JsonObject> = {
    "tools/list": {
      tools: Object.entries(allTools as Record<string, { inputSchema?: Fields }>).map(([name, { inputSchema }]) => ({
        name,
        description: `The suite's ${name}.`,
        inputSchema: { type: "object", ...inputSchema } as JsonObject,
      })),
    },
    "prompts/list": {
      prompts: Object.entries(prompts).map(([name, { arguments: names = [] }]) => ({
        name,
        description: `The suite's ${name}.`,
        arguments: names.map((each) => ({ name: each, description: each, required: true })),
      })),
    },
    "resources/list": {
      resources: ["static-text", "static-binary", "watched-resource"].map((name) => ({
        uri: `test://${name}`,
        name,
        description: `The suite's ${name}.`,
      })),
    },
    "resources/templates/list": {
      resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template", description: "By id." }],
    },
    "resources/subscribe": {},
    "resources/unsubscribe": {},
    "logging/setLevel": {},
    "completion/complete": { completion: { values: ["paris", "park", "party"], total: 3, hasMore: false } },
  };
  return {
    info: { name: "everything", version: "1.0.0" },
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      completions: {},
      logging: {},
    },
    instructions: () => undefined,
    async handle(method, params, context) {
      const { name = "", arguments: args = {}, uri = "" } = params;
      const owner = method === "tools/call" ? allTools : method === "prompts/get" ? prompts : undefined;
      if (owner) {
        const found = (owner as Record<string, { run: Run }>)[String(name)];
        if (!found) throw new ToolError("unknown_target", `There is no ${name} here.`);
        return found.run(args as Fields, context);
      }
      if (method === "resources/read") return read(String(uri));
      const result = lists[method];
      return result && { result };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
