import { createRequire } from "node:module";

/** This package's version, as servers are told; `0.0.0` where a bundler moved the code away from its manifest. */
export const version: string = ownVersion();

function ownVersion(): string {
  try {
    return (createRequire(import.meta.url)("../package.json") as { version: string }).version;
  } catch {
    return "0.0.0";
  }
}
