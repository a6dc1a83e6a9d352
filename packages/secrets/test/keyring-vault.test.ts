import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { keyringVault } from "../src/index.js";

const vault = keyringVault({ service: `agent-tools-test-${randomUUID()}` });
const scope = { workspace: "w" };

/** Containers and build machines have none that can be written to. */
const hasKeyring = await vault.set("PROBE", scope, "value").then(
  () => vault.delete("PROBE", scope),
  () => false,
);

test.skipIf(!hasKeyring)("a real keyring keeps values by scope", async () => {
  await vault.set("KEY", scope, "workspace value");
  await vault.set("KEY", { ...scope, caller: "ana" }, "own value");
  expect(await vault.get("KEY", scope)).toBe("workspace value");
  expect(await vault.get("KEY", { ...scope, caller: "ana" })).toBe("own value");
  expect(await vault.get("KEY", { workspace: "v" })).toBeUndefined();
  expect(await vault.delete("KEY", { ...scope, caller: "ana" })).toBe(true);
  expect(await vault.delete("KEY", { ...scope, caller: "ana" })).toBe(false);
  expect(await vault.delete("KEY", scope)).toBe(true);
});

test.skipIf(hasKeyring)("a keyring that does not answer says what to do", async () => {
  const failed = await vault.set("KEY", scope, "value-4711").catch((error) => error);
  expect(failed).toMatchObject({ code: "invalid_configuration", hint: expect.stringMatching(/encryptedFileVault/) });
  expect(JSON.stringify(failed)).not.toContain("value-4711");
});
