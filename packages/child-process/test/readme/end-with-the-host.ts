// #region example
import { once } from "node:events";
import { childEnvironment, spawnGroup } from "@agent-tools/child-process";

const environment = childEnvironment({ base: "system", inherit: ["LOG_LEVEL"], variables: { TOKEN: "s3cret" } });
const group = spawnGroup("sh", ["-c", "sleep 1000 & sleep 1000"], { environment, stdin: "ignore" });
await once(group.child, "spawn"); // rejects where the program cannot be started
group.child.stdout?.pipe(process.stdout);

await group.end({ termGraceMs: 500 }); // SIGTERM, and 500 ms later SIGKILL; both sleeps are gone as well

// #endregion

import assert from "node:assert";

assert.equal(group.child.signalCode, "SIGTERM");
assert.equal(environment["TOKEN"], "s3cret");
assert.equal("HOME" in environment, false);
