import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { localCaller } from "@agent-tools/contract";
import { createRuntime, expose } from "@agent-tools/runtime";
import { loadSkillFolders } from "@agent-tools/skills";
import { Client } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { facadeOf, type McpFacade, mcpServer } from "../src/index.js";
import { bindSdkV1 } from "../src/sdk-v1.js";

const files = {
  "weekly-report/SKILL.md":
    "---\nname: weekly-report\ndescription: Writes the report.\nallowed-tools: office:*\nmetadata:\n  owner: desk\n---\nFill in forms/a b.md.\n",
  "weekly-report/forms/a b.md": "\uFEFF# Week\n",
  "weekly-report/logo.png": Buffer.from([0x89, 0x50, 0xff, 0x00]),
};

/** A client of an SDK that reads skills itself, connected to a host with skills. */
async function connected(kind: "legacy" | "auto" | "a host's 1.x server") {
  const root = await mkdtemp(join(tmpdir(), "skills-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const runtime = await createRuntime({ plugins: [], skills: await loadSkillFolders(root) });
  const facade = facadeOf(expose(runtime, "compact"));
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const served = await serve(kind, facade, serverSide);
  const mode = kind === "auto" ? "auto" : "legacy";
  const client = new Client({ name: "reader", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(clientSide);
  onTestFinished(async () => {
    await client.close();
    await served.close();
    await runtime.close();
    await rm(root, { recursive: true, force: true });
  });
  return { root, client, skills: new SkillsClient(client) };
}

async function serve(kind: string, facade: McpFacade, transport: unknown): Promise<{ close(): Promise<void> }> {
  if (kind === "legacy" || kind === "auto") {
    return serveStdio(({ era }) => mcpServer(facade, { era, caller: localCaller(), isLongLived: true }), {
      transport: transport as never,
    });
  }
  const server = new Server({ name: "host", version: "1" }, { capabilities: {} });
  bindSdkV1(server, facade);
  await server.connect(transport as never);
  return server;
}

describe.each(["legacy", "auto", "a host's 1.x server"] as const)(
  "the host's own skills, for a client of the Skills extension (%s)",
  (mode) => {
    test("are listed and read, every file verified by the client", async () => {
      const { skills } = await connected(mode);
      const { skills: entries, invalid } = await skills.list();
      expect(invalid).toEqual([]);
      const [report] = entries;
      if (!report) throw new Error("no skill was listed");
      expect(report.frontmatter).toEqual({
        name: "weekly-report",
        description: "Writes the report.",
        "allowed-tools": "office:*",
        metadata: { owner: "desk" },
      });
      expect(await skills.read(report)).toMatchObject({ verified: true, body: "Fill in forms/a b.md.\n" });
      expect(await skills.read(report, "forms/a b.md")).toMatchObject({ verified: true, text: "\uFEFF# Week\n" });
      expect([...(await skills.read(report, "logo.png")).bytes]).toEqual([0x89, 0x50, 0xff, 0x00]);
      expect((await skills.get(report.uri)).skill).toEqual(report);
    });

    test("are resources too, and nothing else is", async () => {
      const { client, root } = await connected(mode);
      const { resources } = await client.listResources();
      expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
        ["skill://weekly-report/SKILL.md", "weekly-report"],
      ]);
      const { contents } = await client.readResource({ uri: "skill://weekly-report/SKILL.md" });
      expect(contents[0]).toMatchObject({ mimeType: "text/markdown", text: files["weekly-report/SKILL.md"] });
      await writeFile(join(root, "secret.txt"), "secret");
      for (const uri of ["skill://weekly-report/..%2Fsecret.txt", "skill://other/SKILL.md", "file:///etc/hostname"]) {
        await expect(client.readResource({ uri })).rejects.toThrow(/no resource|leads out/);
      }
    });
  },
);
