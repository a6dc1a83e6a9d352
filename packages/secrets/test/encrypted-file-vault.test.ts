import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { encryptedFileVault } from "../src/index.js";

const passphrase = "correct horse battery";
const scope = { workspace: "w" };
const cost = 2 ** 14;

const place = () => join(mkdtempSync(join(tmpdir(), "encrypted-file-")), "secrets.json");
const vaultAt = (path: string, words: string | (() => string) = passphrase) =>
  encryptedFileVault({ path, passphrase: words, cost });

describe("an encrypted file", () => {
  test("keeps values by scope, and shows none of them, nor their names, on the disk", async () => {
    const path = place();
    const vault = vaultAt(path);
    await expect(vault.get("KEY", scope)).resolves.toBeUndefined();
    await vault.set("KEY", scope, "workspace value");
    await vault.set("KEY", { ...scope, caller: "ana" }, "own value");
    await vault.set("KEY", { ...scope, reference: ["customerId", "c-17"] }, "customer value");
    await vault.set("KEY", { workspace: "v" }, "other value");
    const again = vaultAt(path);
    await expect(again.get("KEY", scope)).resolves.toBe("workspace value");
    await expect(again.get("KEY", { ...scope, caller: "ana" })).resolves.toBe("own value");
    await expect(again.get("KEY", { ...scope, reference: ["customerId", "c-17"] })).resolves.toBe("customer value");
    await expect(again.get("KEY", { ...scope, caller: "bea" })).resolves.toBeUndefined();
    expect(await again.list()).toHaveLength(4);
    expect(JSON.stringify(await again.list())).not.toContain("value");
    expect(readFileSync(path, "utf8")).not.toMatch(/KEY|ana|value|customerId/);
    await expect(again.delete("KEY", scope)).resolves.toBe(true);
    await expect(again.delete("KEY", scope)).resolves.toBe(false);
    await expect(vault.get("KEY", scope)).resolves.toBeUndefined();
  });

  test.skipIf(process.platform === "win32")("is its owner's alone, and refused where others may use it", async () => {
    const path = place();
    await vaultAt(path).set("KEY", scope, "value");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, ".."))).toEqual(["secrets.json"]);
    chmodSync(path, 0o640);
    await expect(vaultAt(path).get("KEY", scope)).rejects.toMatchObject({
      code: "invalid_configuration",
      hint: `Take that away: chmod 600 ${path}`,
    });
  });

  test("a value that another process wrote counts from the next use on", async () => {
    const path = place();
    const [writer, reader] = [vaultAt(path), vaultAt(path)];
    await writer.set("KEY", scope, "one");
    await expect(reader.get("KEY", scope)).resolves.toBe("one");
    await writer.set("KEY", scope, "two");
    await expect(reader.get("KEY", scope)).resolves.toBe("two");
  });

  test("opens with its passphrase only, which can be changed", async () => {
    const path = place();
    const vault = vaultAt(path);
    await vault.set("KEY", scope, "value");
    await expect(vaultAt(path, "another passphrase").get("KEY", scope)).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringMatching(/passphrase is another one/),
    });
    await vault.changePassphrase("a new passphrase");
    await expect(vault.get("KEY", scope)).resolves.toBe("value");
    await expect(vaultAt(path, () => "a new passphrase").get("KEY", scope)).resolves.toBe("value");
    await expect(vaultAt(path).get("KEY", scope)).rejects.toMatchObject({ code: "invalid_configuration" });
    await expect(vaultAt(path, "short").get("KEY", scope)).rejects.toMatchObject({ code: "invalid_configuration" });
  });

  test("no byte of it can be changed unnoticed", async () => {
    const path = place();
    await vaultAt(path).set("KEY", scope, "value");
    const box = JSON.parse(readFileSync(path, "utf8"));
    const flipped = (text: string) => {
      const bytes = Buffer.from(text, "base64");
      bytes[0] = (bytes[0] as number) ^ 1;
      return bytes.toString("base64");
    };
    const changes = [
      { nonce: flipped(box.nonce) },
      { tag: flipped(box.tag) },
      { tag: box.tag.slice(0, 8) },
      { data: flipped(box.data) },
      { kdf: { ...box.kdf, salt: flipped(box.kdf.salt) } },
      { kdf: { ...box.kdf, N: 2 ** 15 } },
      { kdf: { ...box.kdf, N: 2 ** 30 } },
      { kdf: { ...box.kdf, N: 3 } },
      { version: 2 },
      { cipher: "none" },
    ];
    for (const change of changes) {
      writeFileSync(path, JSON.stringify({ ...box, ...change }), { mode: 0o600 });
      await expect(vaultAt(path).get("KEY", scope), JSON.stringify(change)).rejects.toMatchObject({
        code: "invalid_configuration",
      });
    }
    for (const text of ["", "{", "[]", "{}"]) {
      writeFileSync(path, text);
      await expect(vaultAt(path).get("KEY", scope)).rejects.toMatchObject({ code: "invalid_configuration" });
    }
    writeFileSync(path, JSON.stringify(box));
    await expect(vaultAt(path).get("KEY", scope)).resolves.toBe("value");
  });

  test("the same values are sealed differently each time", async () => {
    const path = place();
    const vault = vaultAt(path);
    await vault.set("KEY", scope, "value");
    const before = JSON.parse(readFileSync(path, "utf8"));
    await vault.set("KEY", scope, "value");
    const after = JSON.parse(readFileSync(path, "utf8"));
    expect(after.nonce).not.toBe(before.nonce);
    expect(after.data).not.toBe(before.data);
    expect(after.kdf).toEqual(before.kdf);
  });

  test("writers of several processes lose nothing of each other", async () => {
    const path = place();
    const program = `
      const { encryptedFileVault } = await import(process.env.PACKAGE);
      const vault = encryptedFileVault({ path: process.env.FILE, passphrase: "${passphrase}", cost: ${cost} });
      for (let nth = 0; nth < 4; nth += 1) await vault.set("KEY_" + process.env.WRITER + "_" + nth, { workspace: "w" }, "value");`;
    const writers = ["a", "b", "c"].map((WRITER) =>
      promisify(execFile)(
        process.execPath,
        ["--conditions=@agent-tools/source", "--import", "tsx", "--input-type=module", "-e", program],
        {
          env: { ...process.env, FILE: path, WRITER, PACKAGE: new URL("../src/index.ts", import.meta.url).href },
          cwd: join(import.meta.dirname, "../../.."),
        },
      ),
    );
    const settled = await Promise.allSettled(writers);
    expect(settled.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []))).toEqual([]);
    expect((await vaultAt(path).list()).map(({ name }) => name).sort()).toEqual(
      ["a", "b", "c"].flatMap((writer) => [0, 1, 2, 3].map((nth) => `KEY_${writer}_${nth}`)),
    );
  });

  test("a writer whose passphrase takes long keeps its turn", { timeout: 30_000 }, async () => {
    const path = place();
    const lock = `${path}.lock`;
    const slow = encryptedFileVault({
      path,
      cost,
      async passphrase() {
        const before = statSync(lock).mtimeMs;
        await expect.poll(() => statSync(lock).mtimeMs, { timeout: 20_000 }).toBeGreaterThan(before);
        return passphrase;
      },
    });
    await slow.set("KEY", scope, "value");
    expect(readdirSync(join(path, ".."))).toEqual(["secrets.json"]);
    await expect(vaultAt(path).get("KEY", scope)).resolves.toBe("value");
  });

  test.skipIf(process.platform === "win32")(
    "its folder is made for its owner; what is no file is refused",
    async () => {
      const path = join(place(), "deep", "secrets.json");
      await vaultAt(path).set("KEY", scope, "value");
      expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
      await expect(vaultAt(join(path, "..")).get("KEY", scope)).rejects.toMatchObject({
        code: "invalid_configuration",
        message: expect.stringContaining("cannot be read"),
      });
    },
  );

  test("refuses what is empty, and costs that are none", async () => {
    const vault = vaultAt(place());
    await expect(vault.set("", scope, "value")).rejects.toMatchObject({ code: "invalid_arguments" });
    await expect(vault.set("KEY", { workspace: "" }, "value")).rejects.toMatchObject({ code: "invalid_arguments" });
    await expect(vault.set("KEY", scope, "")).rejects.toMatchObject({ code: "invalid_arguments" });
    for (const wrong of [0, 1_000, 2 ** 13, 2 ** 21]) {
      expect(() => encryptedFileVault({ path: "x", passphrase, cost: wrong })).toThrow(/power of two/);
    }
  });
});
