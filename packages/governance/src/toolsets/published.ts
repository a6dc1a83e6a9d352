import { createHash } from "node:crypto";
import { ToolError } from "@agent-tools/contract";
import { canonicalJson } from "@agent-tools/schema";
import type { Toolset, ToolsetsDocument } from "./toolset.js";

/** What each version was published with, as a digest; also of those that were removed. Plain data, for the host to keep. */
export type PublishedToolsets = Readonly<Record<string, string>>;

/**
 * With the versions of a document. Throws `invalid_configuration` where one has other content than it was published with: what
 * was approved of the one would hold for the other.
 */
export function publishedWith(published: PublishedToolsets, { toolsets }: ToolsetsDocument): PublishedToolsets {
  const all = { ...published };
  for (const toolset of toolsets) {
    const { workspace, name, version } = toolset;
    const key = JSON.stringify([workspace, name, version]);
    const digest = digestOf(toolset);
    const before = Object.hasOwn(all, key) ? all[key] : undefined;
    if (before !== undefined && before !== digest) {
      const words = `Toolsets: Toolset "${name}" ${version} of workspace "${workspace}" was published with other content, which never changes.`;
      throw new ToolError("invalid_configuration", words, {
        hint: "Publish it as another version; what was in force before still is.",
      });
    }
    all[key] = digest;
  }
  return all;
}

/** Of what its agents get. Who may attach it is no part of it. */
function digestOf({ tools, skills = [], description }: Toolset): string {
  return createHash("sha256").update(canonicalJson({ tools, skills, description })).digest("base64url");
}
