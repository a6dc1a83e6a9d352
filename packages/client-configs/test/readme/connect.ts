import { equal, match } from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "agent-tools-readme-"));
const file = join(folder, "mcp.json");
const mine = '{\n  // mine\n  "mcpServers": {}\n}\n';
writeFileSync(file, mine);

// #region connect
import { connect, disconnect } from "@agent-tools/client-configs";

const server = { name: "agent-tools", command: "/usr/bin/node", args: ["/srv/host.mjs"], env: ["GITHUB_TOKEN"] };
const change = await connect("cursor", server, { file }); // without `file`: the client's own
console.log(change.diff); // only the lines that change
await change.apply();

await (await disconnect("cursor", "agent-tools", { file })).apply(); // as it was, to the byte
// #endregion

match(change.diff, /\$\{env:GITHUB_TOKEN\}/);
equal(readFileSync(file, "utf8"), mine);
rmSync(folder, { recursive: true });
