/** What a child gets of this process's environment without being asked; everything else is named. */
const INHERITED: readonly string[] =
  process.platform === "win32"
    ? [
        "APPDATA",
        "COMSPEC",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATH",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "PROGRAMFILES(X86)",
        "PROGRAMW6432",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "USERNAME",
        "USERPROFILE",
        "WINDIR",
      ]
    : ["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];

/** The environment of a child: the harmless variables, those inherited by name, and those given. */
export function childEnvironment(
  given: Readonly<Record<string, string>>,
  inherit: readonly string[],
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...INHERITED, ...inherit]) {
    const value = process.env[name];
    // A value that begins like this is an exported shell function, and no variable.
    if (value !== undefined && !value.startsWith("()")) environment[name] = value;
  }
  return { ...environment, ...given };
}
