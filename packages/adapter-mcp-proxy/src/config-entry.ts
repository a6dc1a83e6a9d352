import { isObject } from "@agent-tools/contract";
import { type Expanded, expand, expandSecrets, type Variables } from "./config-variables.js";
import type { HttpServer, McpProxyOptions, ServerSettings } from "./server-options.js";

/** One thing that is wrong with an entry. */
export interface EntryProblem {
  readonly field: string;
  readonly message: string;
}

/** What became of an entry: the server it describes, unless it cannot be used. */
export interface ReadEntry {
  readonly server?: McpProxyOptions;
  readonly problems: readonly EntryProblem[];
}

type Kind = "stdio" | "http" | "sse";

/** Every client's word for a transport. */
const KINDS: Readonly<Record<string, Kind>> = {
  stdio: "stdio",
  local: "stdio",
  http: "http",
  remote: "http",
  streamable_http: "http",
  "streamable-http": "http",
  streamablehttp: "http",
  sse: "sse",
};

const URL_FIELDS = ["url", "serverUrl", "httpUrl"] as const;

/** A field that stops an entry from being used. */
class Unusable extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** True where the file itself says that the entry is switched off. */
export function isDisabled(entry: unknown): boolean {
  return isObject(entry) && (entry["disabled"] === true || entry["enabled"] === false);
}

/** Reads one entry of any client's file. Never throws; what is wrong is in `problems`. */
export function readEntry(entry: unknown, variables: Variables): ReadEntry {
  const problems: EntryProblem[] = [];
  const reader = new EntryReader(entry, variables, problems);
  try {
    return { server: reader.read(), problems };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { problems: [...problems, { field: error.field, message: error.message }] };
  }
}

class EntryReader {
  readonly #entry: Readonly<Record<string, unknown>>;
  readonly #variables: Variables;
  readonly #problems: EntryProblem[];

  constructor(entry: unknown, variables: Variables, problems: EntryProblem[]) {
    this.#entry = isObject(entry) ? entry : {};
    this.#variables = variables;
    this.#problems = problems;
  }

  read(): McpProxyOptions {
    const urlField = URL_FIELDS.find((field) => this.#entry[field] !== undefined);
    const kind = this.#kind(urlField);
    if (kind === "stdio") return { ...this.#stdio(), ...this.#settings() };
    if (!urlField) throw new Unusable("url", `A server of type "${kind}" needs a url.`);
    const headers = { ...this.#record("headers"), ...this.#codexHeaders() };
    const url = this.#secretText(urlField, this.#entry[urlField]);
    const given = { ...(Object.keys(headers).length > 0 && { headers }), ...this.#oauth() };
    return { url, ...given, transport: kind, ...this.#settings() };
  }

  #kind(urlField: string | undefined): Kind {
    const { type = this.#entry["transport"] } = this.#entry;
    if (type === undefined) {
      if (this.#entry["command"] !== undefined) return "stdio";
      if (urlField) return "http";
      throw new Unusable("command", "Give a command (a program) or a url (a server).");
    }
    const kind = typeof type === "string" ? KINDS[type.toLowerCase()] : undefined;
    if (!kind) {
      const known = '"stdio", "http", "remote" and "sse"';
      throw new Unusable("type", `${JSON.stringify(type)} is no known transport; known are ${known}.`);
    }
    return kind;
  }

  #stdio(): McpProxyOptions {
    const { command } = this.#entry;
    // One client's form: the program and its arguments in one list.
    const [program, ...first] = Array.isArray(command) ? (command as unknown[]) : [command];
    const { args = [] } = this.#entry;
    if (!Array.isArray(args)) throw new Unusable("args", "args must be a list of texts.");
    const env = { ...this.#record("env"), ...this.#record("environment"), ...this.#forwarded() };
    const cwd = this.#entry["cwd"];
    return {
      command: this.#text("command", program),
      args: [...first, ...args].map((arg, index) => this.#text(`args[${index}]`, arg)),
      ...(Object.keys(env).length > 0 && { env }),
      ...(cwd !== undefined && { cwd: this.#text("cwd", cwd) }),
    };
  }

  #settings(): ServerSettings {
    const seconds = this.#entry["startup_timeout_sec"];
    const includeTools = this.#names("enabled_tools", "includeTools");
    const excludeTools = this.#names("disabled_tools", "excludeTools", "disabledTools");
    return {
      ...(typeof seconds === "number" && seconds > 0 && { startTimeoutMs: seconds * 1_000 }),
      ...(includeTools && { includeTools }),
      ...(excludeTools && { excludeTools }),
    };
  }

  /** `oauth` as Gemini CLI and OpenCode write it: an object with a client that was registered beforehand, or `false`. */
  #oauth(): Pick<HttpServer, "oauth"> {
    const { oauth } = this.#entry;
    if (oauth === undefined || oauth === true) return {};
    if (oauth === false) return { oauth };
    if (!isObject(oauth)) throw new Unusable("oauth", "oauth must be an object or false.");
    const { scope, scopes = scope } = oauth;
    const wanted = Array.isArray(scopes) ? scopes.join(" ") : scopes;
    const text = (name: string, value: unknown) =>
      value === undefined ? {} : { [name]: this.#secretText(`oauth.${name}`, value) };
    return {
      oauth: {
        ...text("clientId", oauth["clientId"]),
        ...text("clientSecret", oauth["clientSecret"]),
        ...text("scope", wanted),
        ...text("redirectUrl", oauth["redirectUri"]),
      },
    };
  }

  #names(...fields: string[]): string[] | undefined {
    const field = fields.find((name) => this.#entry[name] !== undefined);
    if (field === undefined) return undefined;
    const value = this.#entry[field];
    if (Array.isArray(value) && value.every((name) => typeof name === "string")) return value;
    // To guess here would be to offer tools that somebody switched off.
    throw new Unusable(field, `${field} must be a list of tool names.`);
  }

  #record(field: string): Record<string, string> {
    const value = this.#entry[field] ?? {};
    if (!isObject(value)) throw new Unusable(field, `${field} must be an object of texts.`);
    return Object.fromEntries(
      Object.entries(value).map(([name, text]) => [name, this.#secretText(`${field}.${name}`, text)]),
    );
  }

  /** Codex: `env_vars` names variables to hand on; one that is not set is not handed on. */
  #forwarded(): Record<string, string> {
    const names = (this.#entry["env_vars"] ?? []) as readonly unknown[];
    const isSet = (name: unknown): name is string =>
      typeof name === "string" && this.#variables.values[name] !== undefined;
    return Object.fromEntries(names.filter(isSet).map((name) => [name, this.#secretText("env_vars", `\${${name}}`)]));
  }

  /** Codex: `http_headers` as they are, `env_http_headers` and `bearer_token_env_var` from variables. */
  #codexHeaders(): Record<string, string> {
    const headers = this.#record("http_headers");
    const named = this.#entry["env_http_headers"];
    for (const [header, variable] of Object.entries(isObject(named) ? named : {})) {
      headers[header] = this.#secretText(`env_http_headers.${header}`, `\${env:${variable}}`);
    }
    const bearer = this.#entry["bearer_token_env_var"];
    if (typeof bearer === "string") {
      headers["Authorization"] = this.#secretText("bearer_token_env_var", `Bearer \${env:${bearer}}`);
    }
    return headers;
  }

  #text(field: string, value: unknown): string {
    const { text, unresolved } = expand(this.#plain(field, value), this.#variables);
    if (unresolved.length > 0) throw new Unusable(field, `Nothing is set for ${quoted(unresolved)}.`);
    return text;
  }

  #secretText(field: string, value: unknown): string {
    const { text, unresolved }: Expanded = expandSecrets(this.#plain(field, value), this.#variables);
    if (unresolved.length > 0) {
      const message = `${quoted(unresolved)} is not set; calls fail with missing_secret until the host provides it.`;
      this.#problems.push({ field, message });
    }
    return text;
  }

  #plain(field: string, value: unknown): string {
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    throw new Unusable(
      field,
      `${field} must be a text, and is ${value === undefined ? "absent" : JSON.stringify(value)}.`,
    );
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\${${name}}`).join(", ");
}
