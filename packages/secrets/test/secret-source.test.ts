import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Caller, localCaller } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { envFileVault, environmentVault, type SecretScope, type SecretVault, secretSource } from "../src/index.js";
import { secretKey } from "../src/vault.js";

const ana = localCaller({ workspace: "w", caller: "ana", externalReferenceIds: { customerId: "c-17" } });

/** A vault over a plain list, which remembers where it was looked. */
function listed(...entries: (readonly [scope: SecretScope, name: string, value: string])[]) {
  const values = new Map(entries.map(([scope, name, value]) => [secretKey(name, scope), value]));
  const asked: SecretScope[] = [];
  const vault: SecretVault = {
    get(name, scope) {
      asked.push(scope);
      return values.get(secretKey(name, scope));
    },
  };
  return { vault, asked };
}

describe("the most specific secret counts (O67)", () => {
  const scopes: readonly SecretScope[] = [
    { workspace: "w", caller: "ana" },
    { workspace: "w", reference: ["customerId", "c-17"] },
    { workspace: "w" },
  ];
  const options = { references: ["customerId"] };

  test("the caller's, then its reference's, then the workspace's, over all vaults", async () => {
    for (let first = 0; first < scopes.length; first += 1) {
      const entries = scopes.slice(first).map((scope, index) => [scope, "KEY", `value ${first + index}`] as const);
      const vaults = [...entries].reverse().map((entry) => listed(entry).vault);
      await expect(secretSource(vaults, options).get("KEY", ana)).resolves.toBe(`value ${first}`);
    }
  });

  test("in one scope the first vault counts, and an empty value is none", async () => {
    const one = listed([{ workspace: "w" }, "KEY", ""], [{ workspace: "w" }, "OTHER", "first"]).vault;
    const two = listed([{ workspace: "w" }, "KEY", "second"], [{ workspace: "w" }, "OTHER", "second"]).vault;
    await expect(secretSource([one, two]).get("KEY", ana)).resolves.toBe("second");
    await expect(secretSource([one, two]).get("OTHER", ana)).resolves.toBe("first");
  });

  test("another workspace is never looked at, whatever it and its callers are called", async () => {
    const text = fc.string({ maxLength: 6, unit: fc.constantFrom(...'aw"[],\\/:') });
    const name = fc.constantFrom("KEY", "key", '","KEY');
    await fc.assert(
      fc.asyncProperty(text, text, text, text, name, async (workspace, caller, otherWorkspace, otherCaller, key) => {
        fc.pre(workspace !== otherWorkspace);
        const { vault, asked } = listed(
          [{ workspace: otherWorkspace }, key, "theirs"],
          [{ workspace: otherWorkspace, caller: otherCaller }, key, "theirs"],
          [{ workspace: otherWorkspace, caller }, key, "theirs"],
        );
        await expect(secretSource(vault, options).get(key, { ...ana, workspace, caller })).resolves.toBeUndefined();
        expect(asked.every((scope) => scope.workspace === workspace)).toBe(true);
      }),
    );
  });

  test("a reference counts only where the host names it, and only for who has it", async () => {
    const { vault } = listed([{ workspace: "w", reference: ["customerId", "c-17"] }, "KEY", "crm"]);
    await expect(secretSource(vault).get("KEY", ana)).resolves.toBeUndefined();
    const other: Caller = { ...ana, externalReferenceIds: { departmentId: "c-17" } };
    await expect(secretSource(vault, options).get("KEY", other)).resolves.toBeUndefined();
    await expect(secretSource(vault, { references: ["constructor"] }).get("KEY", ana)).resolves.toBeUndefined();
  });

  test("one that is missing is a named error before any send", async () => {
    let sent = 0;
    const plugin = {
      ...{ name: "Hub", prefix: "hub", secrets: ["HUB_TOKEN"] },
      adapter: {
        listTools: () => ({ tools: [{ name: "send" }] }),
        effect: () => "read" as const,
        async call(_name: string, _args: object, { secrets }: { secrets: { get(name: string): Promise<string> } }) {
          await secrets.get("HUB_TOKEN");
          sent += 1;
        },
      },
    };
    const secrets = secretSource(listed([{ workspace: "other" }, "HUB_TOKEN", "theirs"]).vault);
    await using runtime = await createRuntime({ plugins: [plugin], secrets });
    await expect(runtime.call({ target: { plugin: "hub", tool: "send" }, arguments: {} }, ana)).rejects.toMatchObject({
      code: "missing_secret",
      message: 'The secret "HUB_TOKEN" of plugin "Hub" is not set.',
    });
    expect(sent).toBe(0);
  });

  test("no vault is no source", () => {
    expect(() => secretSource([])).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });
});

describe("variables", () => {
  test("are one workspace's, and no caller's own", async () => {
    const vault = environmentVault({ workspace: "w", environment: { KEY: "value", EMPTY: "" } });
    expect(await vault.get("KEY", { workspace: "w" })).toBe("value");
    expect(await vault.get("KEY", { workspace: "w", caller: "ana" })).toBeUndefined();
    expect(await vault.get("KEY", { workspace: "v" })).toBeUndefined();
    expect(await vault.get("EMPTY", { workspace: "w" })).toBeUndefined();
    expect(await vault.get("constructor", { workspace: "w" })).toBeUndefined();
  });

  test("of a file are read by Node's parser, followed when they change, and stay out of the environment (O67)", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "env-file-")), ".env");
    const source = secretSource(envFileVault({ workspace: "w", path }));
    await expect(source.get("ENV_FILE_KEY", ana)).resolves.toBeUndefined();
    writeFileSync(path, `# comment\nexport ENV_FILE_KEY="one two" # comment\nMULTI='a\nb'\n`);
    await expect(source.get("ENV_FILE_KEY", ana)).resolves.toBe("one two");
    await expect(source.get("MULTI", ana)).resolves.toBe("a\nb");
    writeFileSync(path, "ENV_FILE_KEY=rotated-value\n");
    await expect(source.get("ENV_FILE_KEY", ana)).resolves.toBe("rotated-value");
    await expect(source.get("ENV_FILE_KEY", { ...ana, workspace: "v" })).resolves.toBeUndefined();
    expect(process.env["ENV_FILE_KEY"]).toBeUndefined();
    rmSync(path);
    await expect(source.get("ENV_FILE_KEY", ana)).resolves.toBeUndefined();
  });
});

test("two callers of one tool, interleaved, each send their own", async () => {
  const { vault } = listed(
    ...["ana", "bea"].map((caller) => [{ workspace: "w", caller }, "KEY", `${caller}-key`] as const),
  );
  const sent: string[] = [];
  await using runtime = await createRuntime({
    plugins: [
      {
        ...{ name: "Hub", prefix: "hub", secrets: ["KEY"] },
        adapter: {
          listTools: () => ({ tools: [{ name: "send" }] }),
          effect: () => "read",
          async call(_name, _args, { caller, secrets }) {
            sent.push(`${caller.caller} ${await secrets.get("KEY")}`);
          },
        },
      },
    ],
    secrets: secretSource(vault),
  });
  await Promise.all(
    Array.from({ length: 200 }, (_, nth) => {
      const caller = { ...ana, caller: nth % 2 === 0 ? "ana" : "bea" };
      return runtime.call({ target: { plugin: "hub", tool: "send" }, arguments: {} }, caller);
    }),
  );
  expect(sent.length).toBe(200);
  expect([...new Set(sent)].sort()).toEqual(["ana ana-key", "bea bea-key"]);
});
