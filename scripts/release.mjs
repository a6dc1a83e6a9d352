// npm run release: what the release workflow runs once the versions are in: builds, writes into every manifest where it comes
// from, which provenance needs, and publishes what is not on the registry yet.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPackages } from "./build.mjs";
import { install } from "./install.mjs";
import { pnpm } from "./pnpm.mjs";
import { publishedPackages, root } from "./workspace.mjs";

const { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: server = "https://github.com" } = process.env;
if (!repository) {
  console.error("GITHUB_REPOSITORY is not set. Releases are made by .github/workflows/release.yml, not by hand.");
  process.exit(1);
}

await install();
const packages = publishedPackages();
await buildPackages(packages.map(({ folder }) => folder));
for (const { folder, manifest } of packages) {
  const from = { type: "git", url: `git+${server}/${repository}.git`, directory: folder };
  writeFileSync(join(root, folder, "package.json"), `${JSON.stringify({ ...manifest, repository: from }, null, 2)}\n`);
}
process.exitCode = (await pnpm(["exec", "changeset", "publish"])).code;
