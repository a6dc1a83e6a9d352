import { afterEach, describe, expect, type TestContext, test } from "vitest";
import { type EveAgent, eveAgent } from "./eve.js";
import { type HttpHost, httpHost, ranIn } from "./host-process.js";
import { record } from "./measures.js";
import { programOnNode24 } from "./programs.js";
import { stage } from "./stage.js";

const TOKEN = "a-token-of-the-tests-that-is-long-enough";

/** An agent takes up to two minutes to start on a busy machine. */
const WITH_START_MS = 300_000;

let host: HttpHost | undefined;
let agent: EveAgent | undefined;

const on = stage();
afterEach(async () => {
  await agent?.stop();
  await host?.stop();
  [agent, host] = [undefined, undefined];
});

/** A host, and an agent that is connected to it as the README shows, or by that file. */
async function started(context: TestContext, connection?: string) {
  const found = programOnNode24("eve");
  if ("reason" in found) return context.skip(found.reason);
  // eve calls itself what every program on the AI SDK does, so its exposure is the host's to choose.
  host = await httpHost(on.home, { isLarge: true, clientAsks: true, token: TOKEN, exposure: "native" });
  const urls = { modelUrl: on.model.url, hostUrl: host.url };
  agent = await eveAgent({ ...found, ...urls, home: on.home, token: TOKEN, ...(connection && { connection }) });
  return { host, agent };
}

const search = (query: string) => ({ call: "eve__search", args: { query } });
const call = (name: string, input: object) => ({
  call: "eve__tool",
  args: { name: `agent-tools-runtime__${name}`, input },
});
const readNote = call("desk__read_note", { title: "welcome" });
const writeNote = (title: string) => call("desk__write_note", { title, text: "buy some" });

describe("eve 0.80 with the connection", () => {
  test(
    "says what is there, finds, reads, asks before a write and a skill, and survives a restart",
    async (context) => {
      const running = await started(context);
      on.model.script([
        ...[search("read a note"), readNote, writeNote("refused"), writeNote("agreed")],
        call("agent_tools_run_skill", { plugin: "desk", skill: "count_words", arguments: { title: "welcome" } }),
        () => running.host.restart().then(() => readNote),
      ]);
      const events = await running.agent.converse("Go on.", ["cancel", "approve", "approve"]);
      const said = JSON.stringify(on.model.turns.at(-1)?.body.messages);
      expect(said).toMatch(/Tools of desk \(Notes on a desk\), tickets/);
      expect(said, running.agent.output).toMatch(/agent-tools-runtime__desk__read_note/);
      expect(said.match(/the kettle is in the kitchen/g)?.length ?? 0, said).toBeGreaterThanOrEqual(2);
      expect(said).toMatch(/denied/);
      expect(said).toMatch(/words\W+6/);
      const asked = events.flatMap(({ data }) => data.requests ?? []);
      expect(asked).toHaveLength(3);
      expect(ranIn(on.home)).toEqual([
        "read_note welcome",
        "write_note agreed",
        "count_words welcome",
        "read_note welcome",
        "read_note welcome",
      ]);
      const offered = "none: eve__search and eve__tool reach them";
      record({ client: "eve 0.80, connection", catalogue: "1,000 tools", exposure: "native", offered }, on.model.turns);
    },
    WITH_START_MS,
  );

  test(
    "given the tools that are allowed, it has no others: they are not found, and not to be called",
    async (context) => {
      const allowed = ["desk__read_note", "tickets__list_ticket"];
      const running = await started(
        context,
        `import { agentToolsConnection } from "@agent-tools/eve-connection";
import { defineMcpClientConnection } from "eve/connections";

export default defineMcpClientConnection(await agentToolsConnection({ allow: ${JSON.stringify(allowed)} }));
`,
      );
      on.model.script([search("write a note to the desk"), search("list tickets"), writeNote("milk"), readNote]);
      const events = await running.agent.converse("Go on.", ["approve"]);
      const told = on.model.turns.map(({ body }) => JSON.stringify(body.messages?.at(-1)));
      const found = new Set(`${told[1]}${told[2]}`.match(/agent-tools-runtime__\w+/g));
      expect([...found].sort(), running.agent.output).toEqual(allowed.map((name) => `agent-tools-runtime__${name}`));
      expect(told[3]).toMatch(/no tool named \W*desk__write_note/);
      expect(told[4]).toMatch(/the kettle is in the kitchen/);
      expect(events.flatMap(({ data }) => data.requests ?? [])).toEqual([]);
      expect(ranIn(on.home)).toEqual(["read_note welcome"]);
    },
    WITH_START_MS,
  );
});
