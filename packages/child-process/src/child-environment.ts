const isWindows = process.platform === "win32";

/** What any program needs in order to run: where programs are, which language it speaks, where temporary files go. */
const system: readonly string[] = isWindows
  ? ["COMSPEC", "PATH", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "WINDIR"]
  : ["LANG", "LC_ALL", "LC_CTYPE", "PATH", "TMPDIR", "TZ"];

/** Who the user is, and where his files and installed programs are. Programs keep logins there. */
const user: readonly string[] = isWindows
  ? [
      "APPDATA",
      "HOMEDRIVE",
      "HOMEPATH",
      "LOCALAPPDATA",
      "PROCESSOR_ARCHITECTURE",
      "PROGRAMDATA",
      "PROGRAMFILES",
      "PROGRAMFILES(X86)",
      "PROGRAMW6432",
      "USERNAME",
      "USERPROFILE",
    ]
  : ["HOME", "LOGNAME", "SHELL", "TERM", "USER"];

const inherited = { system, user: [...system, ...user] };

/** What a child's environment is made of. Later ones win: `base`, `inherit`, `variables`. */
export interface EnvironmentOptions {
  /**
   * What the child gets of this process's environment without being asked. `"system"`: what any program needs in order to
   * run, and neither `HOME` nor the user's name. `"user"`: these as well, as a program that the user starts himself gets
   * them, and with `HOME` the logins and caches that other programs keep there.
   */
  readonly base: "system" | "user";
  /** Names of further variables of this process to hand on. One that is not set is left out. */
  readonly inherit?: readonly string[] | undefined;
  /** Variables to set. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** The whole environment of a child. Nothing else of this process's environment, where secrets may be, is in it. */
export function childEnvironment({ base, inherit = [], variables }: EnvironmentOptions): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...inherited[base], ...inherit]) {
    const value = process.env[name];
    // A value that begins like this is an exported shell function, and no variable.
    if (value !== undefined && !value.startsWith("()")) environment[name] = value;
  }
  return { ...environment, ...variables };
}
