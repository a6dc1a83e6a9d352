/** What a variable in a configuration file can be replaced by. */
export interface Variables {
  /** Environment variables and inputs, by name. */
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly workspaceFolder: string;
  readonly userHome: string;
}

/** A text after expansion, and the names that nothing was found for. */
export interface Expanded {
  readonly text: string;
  readonly unresolved: readonly string[];
}

/** `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${input:id}`, `${workspaceFolder}`, `${/}`: every client's spelling. */
const VARIABLE = /\$\{(?:(env|input):)?([^${}:]+)(?::-([^${}]*))?\}/g;

/** Variables that are no secrets wherever they stand. */
const PUBLIC: ReadonlySet<string> = new Set([
  ..."APPDATA HOME LANG LOCALAPPDATA LOGNAME PATH PROGRAMFILES PWD SHELL SYSTEMROOT TEMP TERM TMP TMPDIR TZ".split(" "),
  ..."USER USERNAME USERPROFILE XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME".split(" "),
]);

/** Replaces every variable by its value. Those without one stay as they are and are named. */
export function expand(text: string, variables: Variables): Expanded {
  const unresolved: string[] = [];
  const expanded = text.replaceAll(VARIABLE, (whole, kind: string | undefined, name: string, fallback?: string) => {
    const value = (kind === undefined ? editorValue(name, variables) : undefined) ?? variables.values[name] ?? fallback;
    if (value === undefined) unresolved.push(name);
    return value ?? whole;
  });
  return { text: expanded, unresolved };
}

/**
 * Replaces every variable that may be a secret by a reference to the secret of its name, so that its value is read at
 * the moment of use, for the caller, and can be scrubbed; the others as `expand` does. `unresolved` names the secrets
 * that are not set now.
 */
export function expandSecrets(text: string, variables: Variables): Expanded {
  const unset: string[] = [];
  const referred = text.replaceAll(VARIABLE, (whole, kind: string | undefined, name: string, fallback?: string) => {
    const isPlain = fallback !== undefined || PUBLIC.has(name);
    if (kind === undefined && (isPlain || editorValue(name, variables) !== undefined)) return whole;
    if (kind !== undefined && isPlain) return whole;
    if (variables.values[name] === undefined) unset.push(name);
    return `{{secrets.${name}}}`;
  });
  const { text: expanded, unresolved } = expand(referred, variables);
  return { text: expanded, unresolved: [...unset, ...unresolved] };
}

function editorValue(name: string, { workspaceFolder, userHome }: Variables): string | undefined {
  switch (name) {
    case "workspaceFolder":
      return workspaceFolder;
    case "workspaceFolderBasename":
      return workspaceFolder.split(/[\\/]/).at(-1);
    case "userHome":
      return userHome;
    case "pathSeparator":
    case "/":
      return process.platform === "win32" ? "\\" : "/";
    default:
      return undefined;
  }
}
