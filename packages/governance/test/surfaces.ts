import { type Caller, isObject, type JsonObject, memoryStore } from "@agent-tools/contract";
import { createRegistry } from "@agent-tools/governance";
import { type ApiToken, hashToken, registryApi } from "@agent-tools/governance/registry-api";
import {
  type Exposure,
  type ExposureName,
  expose,
  isPending,
  type PolicySubject,
  type Runtime,
} from "@agent-tools/runtime";
import { kindOf, nameOf, plugins, subjects } from "./world.js";

const exposureNames: readonly ExposureName[] = ["compact", "per-plugin", "native", "gated"];

/** Everything that any surface shows this caller, as one text. */
export async function everythingShown(runtime: Runtime, caller: Caller): Promise<string> {
  const session = { caller };
  const shown: unknown[] = [await runtime.tools(caller), runtime.help(caller)];
  for (const query of ["", "work", ...subjects.map(nameOf)])
    shown.push((await runtime.discover(query, caller, { limit: 50 })).hits);
  for (const name of exposureNames) {
    const exposure = expose(runtime, name);
    shown.push(await exposure.instructions(session), await exposure.listTools(session));
  }
  const compact = expose(runtime, "compact");
  for (const detail of ["names", "brief", "full"]) {
    shown.push(await compact.callTool("discover", { detail, limit: 50 }, session));
  }
  shown.push(await compact.callTool("help", {}, session));
  // A near miss: what is offered instead of it must be there for this caller.
  shown.push(await compact.callTool("call", { plugin: "alpha", toolName: "alpha_wipe_tols" }, session));
  shown.push(await overHttp(runtime, caller, `/agents/${caller.agent}/tools`));
  for (const plugin of plugins) {
    const through = expose(runtime, "pass-through", { plugin });
    shown.push(await through.listTools(session));
    for (const method of ["resources/list", "prompts/list"])
      shown.push(await through.upstream?.request(method, {}, session, {}));
  }
  return JSON.stringify(shown);
}

/** The HTTP API on behalf of this caller: what it answers, as text. */
async function overHttp(runtime: Runtime, caller: Caller, path: string, body?: object): Promise<string> {
  const token = {
    hash: await apiHash,
    caller,
    rights: ["tools:list", "tools:execute"],
    expires: new Date("2099-01-01"),
  };
  const api = registryApi({ runtime, registry: createRegistry({ store: memoryStore() }), tokens: [token as ApiToken] });
  const request = {
    headers: { authorization: `Bearer ${apiToken}` },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  };
  return (await api.fetch(new Request(`http://api.example/api/v1${path}`, request))).text();
}
const apiToken = "for-this-test-alone-and-long-enough";
const apiHash = hashToken(apiToken);

/** Asks for the completions of a prompt's or a resource's arguments. */
export async function complete(
  runtime: Runtime,
  caller: Caller,
  subject: Omit<PolicySubject, "caller">,
): Promise<void> {
  const kind = kindOf(subject);
  if (kind !== "prompt" && kind !== "resource") return;
  const ref =
    kind === "prompt" ? { type: "ref/prompt", name: nameOf(subject) } : { type: "ref/resource", uri: nameOf(subject) };
  const through = expose(runtime, "pass-through", { plugin: subject.target.plugin });
  const asked = { ref, argument: { name: "day", value: "" } };
  await through.upstream?.request("completion/complete", asked, { caller }, {}).catch(() => "no");
}

/** Calls the subject by every surface that there is for its kind. */
export async function everyWay(
  runtime: Runtime,
  caller: Caller,
  subject: Omit<PolicySubject, "caller">,
): Promise<string[]> {
  const session = { caller };
  const { target } = subject;
  const { plugin } = target;
  const name = nameOf(subject);
  const through = expose(runtime, "pass-through", { plugin });
  const by = (exposure: Exposure, tool: string, args: JsonObject) => exposure.callTool(tool, args, session);
  const ways: Record<string, (() => Promise<unknown>)[]> = {
    tool: [
      () => by(expose(runtime, "compact"), "call", { plugin, toolName: name, confirm: true }),
      () =>
        by(expose(runtime, "per-plugin"), `agent_tools_${plugin}_call`, {
          toolName: name.toUpperCase(),
          confirm: true,
        }),
      () => by(expose(runtime, "native"), `${plugin}__${name}`, {}),
      () => by(expose(runtime, "gated"), `${plugin}__${name}`, {}),
      () => by(through, name, {}),
      () => overHttp(runtime, caller, `/tools/${plugin}__${name}/execute`, { confirm: true }),
    ],
    skill: [() => by(expose(runtime, "compact"), "run_skill", { plugin, skill: name, confirm: true })],
    resource: [
      () => by(expose(runtime, "compact"), "read", { uri: name, plugin }),
      async () => through.upstream?.request("resources/read", { uri: name }, session, {}),
    ],
    prompt: [async () => through.upstream?.request("prompts/get", { name }, session, {})],
  };
  const answers: string[] = [];
  for (const way of [() => runtime.call({ target, confirm: true }, caller), ...(ways[kindOf(subject)] ?? [])]) {
    const answer = await way().catch((error: unknown) => error);
    if (isObject(answer) && isPending(answer as never)) throw new Error("Nobody is asked here.");
    answers.push(answer instanceof Error ? `${answer.name}: ${answer.message}` : JSON.stringify(answer));
  }
  return answers;
}
