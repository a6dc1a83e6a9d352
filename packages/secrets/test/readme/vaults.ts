import assert from "node:assert";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "@agent-tools/contract";

const folder: string = mkdtempSync(join(tmpdir(), "secrets-readme-"));
process.env["SECRETS_PASSPHRASE"] = "only for this example";

const crm: Plugin = {
  name: "CRM",
  prefix: "crm",
  secrets: ["CRM_TOKEN"],
  adapter: {
    listTools: () => ({ tools: [{ name: "length" }] }),
    effect: () => "read",
    call: async (_name, _args, { secrets: own }) => (await own.get("CRM_TOKEN")).length,
  },
};

import { createRuntime } from "@agent-tools/runtime";
// #region vaults
import { encryptedFileVault, envFileVault, secretSource } from "@agent-tools/secrets";

const file = encryptedFileVault({
  path: join(folder, "secrets.json"),
  passphrase: () => process.env["SECRETS_PASSPHRASE"] ?? "",
});
await file.set("CRM_TOKEN", { workspace: "acme" }, "the token of the workspace");
await file.set("CRM_TOKEN", { workspace: "acme", caller: "ana" }, "Ana's own token");

const secrets = secretSource([file, envFileVault({ workspace: "acme", path: join(folder, ".env") })]);
const runtime = await createRuntime({ plugins: [crm], secrets });

// #endregion

import { localCaller } from "@agent-tools/contract";

const length = async (caller: string, workspace = "acme") => {
  const outcome = await runtime.call(
    { target: { plugin: "crm", tool: "length" }, arguments: {} },
    localCaller({ workspace, caller }),
  );
  assert(outcome.status === "done");
  return outcome.result.content[0]?.["text"];
};
assert.equal(await length("ana"), "15");
assert.equal(await length("bea"), "26");
await assert.rejects(length("ana", "globex"), { code: "missing_secret" });
await runtime.close();
