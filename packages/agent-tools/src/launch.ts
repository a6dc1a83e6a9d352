import type { Client, System } from "@agent-tools/client-configs";

/** How a client starts its programs. */
export interface Launch {
  /** The folder they start in, unless their entry says another. */
  readonly folder: string;
  /** The variables that they get of the client's own. */
  readonly variables: readonly string[];
  /** The same in words. */
  readonly words: string;
}

/** How this client would start a program on that system. */
export function launchOf({ passes, startsIn }: Client, { platform, env, project }: System): Launch {
  const folder = startsIn === "root" ? (platform === "win32" ? "C:\\" : "/") : project;
  const names = Object.keys(env)
    .filter((name) => env[name] !== undefined)
    .sort();
  if (passes === "all") return { folder, variables: names, words: `in ${folder}, with the variables of this shell` };
  if ("allBut" in passes) {
    const variables = names.filter((name) => !passes.allBut.test(name));
    const kept = names.filter((name) => passes.allBut.test(name));
    const without = kept.length > 0 ? ` but ${kept.join(", ")}` : "";
    return { folder, variables, words: `in ${folder}, with the variables of this shell${without}` };
  }
  const variables = names.filter((name) => passes.includes(name));
  return { folder, variables, words: `in ${folder}, with ${variables.join(", ")}` };
}
