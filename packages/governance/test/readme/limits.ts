import { house, resident } from "../house.js";

const plugins = [house()];
const caller = resident();

// #region use
import { limits } from "@agent-tools/governance";
import { createRuntime } from "@agent-tools/runtime";

await using runtime = await createRuntime({
  plugins,
  limits: limits({
    rules: [
      { name: "gentle", targets: { tool: "read_notes" }, rate: { calls: 1, perSeconds: 60 } },
      { each: "caller", concurrency: 4, budget: { units: 500, perSeconds: 86_400 } },
    ],
    circuit: { failures: 5, coolDownMs: 30_000 },
  }),
});

const call = { target: { plugin: "home", tool: "read_notes" } };
await runtime.call(call, caller);
const refused = await runtime.call(call, caller).catch((error) => error);
console.log(refused.code, refused.retryAfterMs); // rate_limited 60000
// #endregion use

if (refused.code !== "rate_limited") throw new Error("It was let in.");
