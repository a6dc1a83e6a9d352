import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tarballs } from "./tarball.js";

const root = join(import.meta.dirname, "../..");

// A change of the public API shows in the diff of this file, which `npm run check -- --update` writes.
test.each(tarballs())("the API report of $manifest.name is up to date", async ({ folder, manifest }) => {
  const dist = join(root, folder, "dist");
  const declarations = readdirSync(dist).filter((file) => file.endsWith(".d.ts"));
  const sections = declarations
    .map(
      (file) =>
        `## ${withoutHash(file)}\n\n\`\`\`ts\n${withoutHash(readFileSync(join(dist, file), "utf8")).trim()}\n\`\`\`\n`,
    )
    .sort();
  const report = `# API of ${manifest.name}\n\nWritten by \`npm run check -- --update\`.\n\n${sections.join("\n")}`;
  await expect(report, "Run: npm run check -- --update, and look at the diff.").toMatchFileSnapshot(
    join(root, folder, "api.md"),
  );
});

/** Chunks that entries share have a hash in their name, which would change with every change. */
function withoutHash(text: string): string {
  return text.replace(/-[A-Za-z0-9_-]{8}(?=\.(d\.ts|js)\b)/g, "");
}
