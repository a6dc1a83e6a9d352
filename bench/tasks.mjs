// What 30 tasks cost an agent that takes whatever comes first, and how often it calls the wrong tool, per exposure. The
// catalogues are answers of real servers to tools/list, in --data; a recorder stands in the place of their tools. The agent is
// naive, so that what is measured is the exposure: it asks discover in the task's words, takes the first hit and fills in
// the arguments that the task gives. Where it has to choose from a list of tools, it takes the one whose words are most
// like the task's; a model would choose better there, at the same price. A token is 4 characters.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { localCaller } from "@agent-tools/contract";
import { createRuntime, expose } from "@agent-tools/runtime";
import { table } from "./measure.mjs";

const LIMIT = 0.1;
const SIZE = 500;
const session = { caller: localCaller() };

export async function run({ data }) {
  if (typeof data !== "string") throw new Error("Say where the answers to tools/list are: --data DIR.");
  const { servers: about, tasks } = JSON.parse(readFileSync(new URL("tasks.json", import.meta.url), "utf8"));
  const all = catalogues(data, about);
  const total = all.reduce((sum, { tools }) => sum + tools.length, 0);
  const rows = [];
  for (const size of [SIZE, total]) {
    const servers = some(all, tasks, size);
    const called = [];
    const runtime = await createRuntime({ plugins: servers.map((server) => pluginOf(server, called)) });
    if (runtime.problems.length > 0) throw new Error(runtime.problems[0].message);
    const tools = (await runtime.tools(session.caller)).map(({ plugin, tool }) => ({ plugin, name: tool.name }));
    const prefixes = new Map(servers.map(({ server, prefix }) => [server, prefix]));
    const native = await listing(expose(runtime, "native"));
    for (const how of ["compact", "per-plugin", "native"]) {
      const exposure = expose(runtime, how);
      const { tokens, listed } = await listing(exposure);
      // Beside the exposure's own tools, the native list holds the tools themselves, in their order.
      const isPrefixed = ({ name }) => name.includes("__");
      const targets = new Map(listed.filter(isPrefixed).map(({ name }, index) => [name, tools[index]]));
      const outcomes = [];
      for (const task of tasks) outcomes.push(await attempt({ exposure, listed, targets, called, prefixes }, task));
      const mean = outcomes.reduce((sum, { spent }) => sum + spent, 0) / outcomes.length;
      const count = (what) => outcomes.filter(({ outcome }) => outcome === what).length;
      rows.push({
        tools: size,
        exposure: how,
        listed: tokens,
        "a task": Math.round(mean),
        "to completion": Math.round(tokens + mean),
        "of native's list": (tokens + mean) / native.tokens,
        right: count("right"),
        wrong: count("wrong"),
        "wrong that ran": outcomes.filter(({ outcome, hasRun }) => outcome === "wrong" && hasRun).length,
        refused: count("refused"),
        none: count("none"),
        missed: outcomes.filter(({ outcome }) => outcome !== "right").map(({ told }) => told),
      });
    }
    await runtime.close();
  }
  table(rows.map(({ missed, ...row }) => row));
  for (const { tools, exposure, missed } of rows) {
    if (missed.length > 0)
      console.log(`\n${exposure}, ${tools} tools:\n${missed.map((each) => `  ${each}`).join("\n")}`);
  }
  const compact = rows.find((row) => row.tools === SIZE && row.exposure === "compact");
  return {
    bench: "tasks",
    tasks: tasks.length,
    ofNativeAt500: Number(compact["of native's list"].toFixed(4)),
    isWithinLimit: compact["of native's list"] <= LIMIT,
    wrongCallRate: Object.fromEntries(
      rows.map(({ exposure, tools: size, wrong }) => [
        `${exposure} at ${size}`,
        Number((wrong / tasks.length).toFixed(3)),
      ]),
    ),
    rightAt500: compact.right,
  };
}

/** Every server's list, by the name of its file. */
function catalogues(folder, about) {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const taken = new Set();
  return files.sort().map((file) => {
    const server = basename(file, ".json");
    const answer = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const wordsIn = (part) => part.replaceAll(/\b(?:mcp|server|api)\b/g, "").match(/[a-z0-9]+/g);
    const words = server.split("_").reverse().map(wordsIn).find(Boolean) ?? ["server"];
    let prefix = words.join("-").slice(0, 16).replace(/-+$/, "");
    while (taken.has(prefix)) prefix = `${prefix.slice(0, 14)}-2`;
    taken.add(prefix);
    return { server, prefix, name: answer.server, description: about[server], tools: answer.tools };
  });
}

/** As many tools, from every server in turn: first those that the tasks need, then the others in their order. */
function some(all, tasks, size) {
  const needed = new Set(tasks.flatMap(({ right }) => right.map(({ server, tool }) => `${server} ${tool}`)));
  const isNeeded = ({ server }, tool) => needed.has(`${server} ${tool.name}`);
  const queues = all.map((each) => ({
    chosen: each.tools.filter((tool) => isNeeded(each, tool)),
    rest: each.tools.filter((tool) => !isNeeded(each, tool)),
  }));
  let left = size - queues.reduce((sum, { chosen }) => sum + chosen.length, 0);
  while (left > 0 && queues.some(({ rest }) => rest.length > 0)) {
    for (const { chosen, rest } of queues) {
      if (left === 0 || rest.length === 0) continue;
      chosen.push(rest.shift());
      left -= 1;
    }
  }
  return all.map((each, index) => {
    const chosen = new Set(queues[index].chosen);
    return { ...each, tools: each.tools.filter((tool) => chosen.has(tool)) };
  });
}

/** A plugin whose tools are recorded and answer with a word. */
function pluginOf({ server, prefix, name, description, tools }, called) {
  return {
    name,
    prefix,
    ...(description === undefined ? {} : { description }),
    requireConfirm: false,
    adapter: {
      listTools: () => ({ tools }),
      call(tool) {
        called.push({ server, tool });
        return { content: [{ type: "text", text: "done" }] };
      },
    },
  };
}

async function listing(exposure) {
  const listed = await exposure.listTools(session);
  return { listed, tokens: tokensOf(listed) + tokensOf(await exposure.instructions(session)) };
}

function tokensOf(value) {
  return Math.ceil((typeof value === "string" ? value : JSON.stringify(value)).length / 4);
}

/**
 * One task: what it cost beside the list, and what became of it. `right`: the right tool ran. `wrong`: the call was for
 * another tool, and `hasRun` says whether it was run. `refused`: it was for the right one, which did not run. `none`: no call.
 */
async function attempt({ exposure, listed, targets, called, prefixes }, { task, right, arguments: args }) {
  called.length = 0;
  let spent = 0;
  const call = async (name, input) => {
    const answer = await exposure.callTool(name, input, session, { ask: approve });
    spent += tokensOf({ name, input }) + tokensOf(answer.content);
    return answer;
  };
  const discovers = listed.filter(({ name }) => /(?:^|_)discover$/.test(name));
  let aimed;
  if (discovers.length === 0) {
    const { name } = likest(task, listed);
    aimed = targets.get(name);
    await call(name, args);
  } else {
    const discover = likest(task, discovers).name;
    const { next } = JSON.parse((await call(discover, { query: task })).content[0].text);
    if (next !== undefined) {
      const plugin = next.arguments.plugin ?? discover.slice("agent_tools_".length, -"_discover".length);
      aimed = { plugin, name: next.arguments.toolName };
      await call(next.tool, { ...next.arguments, arguments: args });
    }
  }
  const isRight = right.some(({ server, tool }) => prefixes.get(server) === aimed?.plugin && tool === aimed.name);
  const hasRun = called.length > 0;
  const outcome = isRight ? (hasRun ? "right" : "refused") : aimed === undefined ? "none" : "wrong";
  const got = aimed === undefined ? "no call" : `${aimed.plugin}:${aimed.name}${hasRun ? "" : ", not run"}`;
  return { spent, outcome, hasRun, told: `${task}: ${got}` };
}

/** Whoever is asked says yes: the recorder harms nobody. */
async function approve(requests) {
  const yes = { action: "accept", content: { approve: true } };
  return Object.fromEntries(Object.keys(requests).map((key) => [key, yes]));
}

/** The tool whose name and description are most like the task: by the words they share, the rare ones first. */
function likest(task, tools) {
  const texts = tools.map(({ name, description = "" }) => wordsOf(`${name} ${description}`));
  const weights = [...wordsOf(task)].map((word) => {
    const count = texts.filter((words) => words.has(word)).length;
    return { word, weight: count === 0 ? 0 : Math.log((1 + tools.length) / count) };
  });
  const likeness = texts.map(
    (words) =>
      weights.reduce((sum, { word, weight }) => sum + (words.has(word) ? weight : 0), 0) / Math.sqrt(10 + words.size),
  );
  return tools[likeness.indexOf(Math.max(...likeness))];
}

function wordsOf(text) {
  return new Set(text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []);
}
