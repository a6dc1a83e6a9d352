// What a decision of a compiled policy costs, with 200 rules of every shape and a new caller object for each decision.
import { policy } from "@agent-tools/governance";
import { cpu, round, table, yardstick } from "./measure.mjs";

const RULES = 200;
const TARGET_MICROSECONDS = 5;
const TOOLS = 500;

export async function run() {
  const governance = policy({
    rules: rules(),
    withoutRules: "denied",
    sensitive: [{ plugin: "files", tool: "read_*" }],
  });
  const subjects = Array.from({ length: TOOLS * 4 }, (_, index) => subjectOf(index));
  const modes = { allow: 0, shadow: 0, deny: 0 };
  for (const subject of subjects) modes[governance.decide(subject).mode] += 1;
  if (modes.allow === 0 || modes.shadow === 0 || modes.deny === 0) throw new Error("The rules decide nothing apart.");

  let turn = 0;
  const decide = () => {
    const subject = subjects[turn++ % subjects.length];
    // A front makes a caller for each request.
    return governance.decide({ ...subject, caller: { ...subject.caller } });
  };
  const again = await cpu(decide, { iterations: 20_000 });
  const first = await cpu(
    () => {
      const fresh = policy(governance.document);
      for (const subject of subjects) fresh.decide(subject);
    },
    { iterations: 5 },
  );
  const firstEach = first / subjects.length;
  table([
    { decision: "a tool that was asked about before", "CPU µs": again },
    { decision: "the first about a tool, compiling included", "CPU µs": firstEach },
  ]);
  return {
    bench: "policy",
    rules: RULES,
    microseconds: round(again),
    firstMicroseconds: round(firstEach),
    targetMicroseconds: TARGET_MICROSECONDS,
    isOnTarget: again < TARGET_MICROSECONDS,
    modes,
    yardstickMilliseconds: await yardstick(),
  };
}

function rules() {
  return Array.from({ length: RULES }, (_, index) => {
    const shapes = [
      { targets: { plugin: `plugin_${index % 20}` }, mode: "allow" },
      { targets: { plugin: "*", tool: `delete_${index}_*` }, mode: "deny" },
      {
        for: { agent: `agent_${index % 10}`, role: ["user", "admin"] },
        targets: { tool: `*_${index}` },
        mode: "shadow",
      },
      { for: { workspace: "acme-*" }, targets: { plugin: "plugin_*", effect: "destructive" }, mode: "deny" },
      {
        for: { externalReferenceIds: { customerId: `c-${index}` } },
        targets: { annotations: { openWorldHint: false } },
        mode: "allow",
        channels: ["console", "http"],
      },
    ];
    return shapes[index % shapes.length];
  });
}

function subjectOf(index) {
  const tool = `${["list", "add", "delete"][index % 3]}_${index % TOOLS}`;
  return {
    target: { plugin: `plugin_${index % 20}`, tool },
    effect: ["read", "write", "destructive"][index % 3],
    tool: { name: tool, annotations: { openWorldHint: index % 2 === 0 } },
    caller: {
      workspace: index % 7 === 0 ? "acme-1" : "home",
      agent: `agent_${index % 10}`,
      caller: `user_${index % 5}`,
      channel: index % 4 === 0 ? "console" : "http",
      conversation: "c",
      roles: ["user"],
      externalReferenceIds: { customerId: `c-${index % 50}` },
    },
  };
}
