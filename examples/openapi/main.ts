// A real service, known only through its OpenAPI description: import it, see what became of each operation, find an
// operation by asking, and call it. Changes ask to be confirmed, and an answer comes back as data.
import { type OpenApiAdapter, openApiAdapter } from "@agent-tools/adapter-rest";
import { definePlugin, localCaller, resultValue } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { startTodoService } from "../quickstart/todo-service.js";

await using service = await startTodoService();

let adapter: OpenApiAdapter | undefined;
const todo = definePlugin({
  name: "To-do list",
  prefix: "todo",
  description: "A to-do service.",
  createAdapter: async (host) => {
    adapter = await openApiAdapter({ document: new URL("/openapi.json", service.url) }, host);
    return adapter;
  },
});
await using runtime = await createRuntime({ plugins: [todo] });
const caller = localCaller();

const { report } = adapter as OpenApiAdapter;
console.log(`${report.title}, OpenAPI ${report.format}: ${report.imported} imported, ${report.degraded} degraded.`);
for (const { operation, tool, status, reasons } of report.operations) {
  console.log(`  ${[operation, tool ?? "-", status, ...reasons].join("  ")}`);
}
check(report.skipped === 0, "every operation is a tool");

const question = "create a new to-do";
const found = await runtime.discover(question, caller);
console.log(`\ndiscover ${JSON.stringify(question)}\n${JSON.stringify(found, null, 2).slice(0, 600)} …`);

const target = (tool: string) => ({ plugin: "todo", tool });
const create = target(toolFor("POST /todos"));
const body = { title: "Read the report", desc: "It says what became of each operation." };
const refused = await runtime.call({ target: create, arguments: { body } }, caller).catch((error) => error.code);
check(refused === "confirmation_required", "a change asks to be confirmed");

const created = await answer(create, { body }, true);
console.log(`\ncreated ${JSON.stringify(created)}`);
const read = await answer(target(toolFor("GET /todos/{id}")), { id: (created as { id: number }).id });
console.log(`read    ${JSON.stringify(read)}`);
check((read as { title?: string }).title === body.title, "what was created is read back");

async function answer(target: { plugin: string; tool: string }, args: object, confirm = false): Promise<unknown> {
  const outcome = await runtime.call({ target, arguments: args, confirm }, caller);
  if (outcome.status !== "done") throw new Error(`The call of ${target.tool} waits for an answer.`);
  return resultValue(outcome.result);
}

function toolFor(operation: string): string {
  const found = report.operations.find((each) => each.operation === operation);
  if (!found?.tool) throw new Error(`The description has no ${operation}.`);
  return found.tool;
}

function check(isTrue: boolean, claim: string): void {
  if (!isTrue) throw new Error(`It does not hold that ${claim}.`);
}
