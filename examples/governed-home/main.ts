// A private agent at home. It reads notes from one folder and on one channel, rehearses a webhook until its owner has seen
// enough, is promoted without a restart, and can never reach a public address.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemAdapter } from "@agent-tools/adapter-system";
import { type Caller, definePlugin, localCaller, resultValue, ToolError } from "@agent-tools/contract";
import { audit, fileSink, loadGovernance, promotionReport, toolsReport } from "@agent-tools/governance";
import { openNetwork } from "@agent-tools/network";
import { createRuntime } from "@agent-tools/runtime";
import { loadSkillFolders, skillsPrompt } from "@agent-tools/skills";
import { startHouse } from "./house.js";

const folder = await mkdtemp(join(tmpdir(), "governed-home-"));
await using house = await startHouse();
const PUBLIC = "93.184.215.14:80";

// casa.json is as its documentation prints it; its paths and hosts become those of this machine. A public host is listed as
// well, by mistake, and the shield holds all the same.
const file = join(folder, "casa.json");
const printed = (await readFile(join(import.meta.dirname, "casa.json"), "utf8"))
  .replace("/home/chano/korvun-notes", join(import.meta.dirname, "notes"))
  .replace("/home/chano/korvun-skills", join(import.meta.dirname, "skills"))
  .replace('"192.168.1.20:5678"', `"${house.host}", "${PUBLIC}"`);
await writeFile(file, printed);

const governance = await loadGovernance(file);
const { policy } = governance;
const casa = governance.agent("casa");
const record = audit({ sinks: [fileSink(join(folder, "audit.jsonl"))], recordsArguments: true });
const skills = await loadSkillFolders(casa.skillsDir ?? []);
await using runtime = await createRuntime({
  plugins: [
    definePlugin({ name: "System", prefix: "system", createAdapter: (host) => systemAdapter(casa.system, host) }),
  ],
  policy,
  skills,
  observers: [record],
  network: governance.network(openNetwork()),
});
const onConsole = governance.caller(localCaller({ agent: "casa", channel: "console" }));
const onPhone: Caller = { ...onConsole, channel: "telegram" };
const inCloud: Caller = { ...onConsole, model: { locality: "cloud" } };

console.log(governance.notes.join("\n"));
console.log(await skillsPrompt(skills, { bodyBudget: casa.skillsBodyBudget }));

// Notes: one folder, one channel, local models only.
check(String(await call("read_file", { path: "shopping.md" }, onConsole)).includes("lemons"), "notes are read");
for (const [caller, words] of [
  [onPhone, "on another channel"],
  [inCloud, "to a model in the cloud"],
] as const) {
  check(!(await names(caller)).includes("read_file"), `notes are not shown ${words}`);
  check((await refused("read_file", { path: "shopping.md" }, caller)) === "unknown_target", `nor read ${words}`);
}
check((await refused("read_file", { path: "../main.ts" }, onConsole)) !== undefined, "no file outside is read");

// The webhook is announced, and rehearsed.
const lamp = { url: `http://${house.host}/flows/lights`, payload: { device: "lamp", state: "on" } };
check((await names(onConsole)).includes("webhook_call"), "the webhook is announced");
const rehearsal = await call("webhook_call", lamp, onConsole);
check(JSON.stringify(rehearsal).includes("Rehearsal") && house.told.length === 0, "nothing is switched in a rehearsal");
const { entries, text } = promotionReport(record.recent());
console.log(`\nWhat would have happened:\n${text}\n${JSON.stringify(entries[0]?.arguments)}`);
check(entries[0]?.wouldHaveRun === 1, "the report tells of the rehearsal");

// What /tools answers. No model has a part in it.
const report = await toolsReport({ runtime, policy, caller: onConsole, audit: record, governance });
console.log(`\n${report.text}`);
check(report.shield === "private addresses only", "the shield is up");

// Promoted by a hot apply: the file says allow, and is read again.
await writeFile(file, printed.replace('"mode": "shadow"', '"mode": "allow"'));
await governance.reload();
await call("webhook_call", lamp, onConsole);
check(JSON.stringify(house.told) === JSON.stringify([lamp.payload]), "the lamp is switched, once");

// Public addresses: listed or not, allowed or not, nothing is sent.
const away = { url: `http://${PUBLIC}/collect`, payload: { notes: "all of them" } };
check((await refused("webhook_call", away, onConsole)) === "network_refused", "no public address is reached");

await record.close();
const events = (await readFile(join(folder, "audit.jsonl"), "utf8")).trim().split("\n");
console.log(`\n${events.length} events in the audit; the webhook's are:`);
console.log(
  events
    .filter((line) => line.includes("webhook_call"))
    .map(outcomeOf)
    .join("\n"),
);
await rm(folder, { recursive: true });

async function names(caller: Caller): Promise<readonly string[]> {
  return (await runtime.tools(caller)).map(({ tool }) => tool.name);
}

async function call(tool: string, args: object, caller: Caller): Promise<unknown> {
  const outcome = await runtime.call({ target: { plugin: "system", tool }, arguments: args, confirm: true }, caller);
  if (outcome.status !== "done") throw new Error(`The call of ${tool} waits for an answer.`);
  return resultValue(outcome.result);
}

async function refused(tool: string, args: object, caller: Caller): Promise<string | undefined> {
  try {
    await call(tool, args, caller);
    return undefined;
  } catch (error) {
    return ToolError.from(error).code;
  }
}

function outcomeOf(line: string): string {
  const { event, outcome, rule, channel } = JSON.parse(line);
  return `  ${event} (${outcome}) by ${rule} on ${channel}`;
}

function check(isTrue: boolean, claim: string): void {
  if (!isTrue) throw new Error(`It does not hold that ${claim}.`);
}
