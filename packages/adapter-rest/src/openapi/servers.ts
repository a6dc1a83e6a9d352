import { isObject, ToolError } from "@agent-tools/contract";
import { ownField } from "../own-field.js";
import type { ApiVersion } from "./document-text.js";
import type { Documents } from "./documents.js";
import type { Operation } from "./operation.js";

/** How the host chooses where requests go. */
export interface ServerChoice {
  /** Instead of every server of the description, at all three levels. It may hold a path. */
  readonly baseUrl?: string | undefined;
  /** Values for the variables of server URLs, instead of their defaults. */
  readonly serverVariables?: Readonly<Record<string, string>> | undefined;
}

/**
 * What an operation's path is appended to, without a slash at the end: the first server of the operation, else of its path
 * item, else of the description. Throws `invalid_configuration` where that is no whole URL or a variable has no value.
 */
export function serverUrl(
  operation: Operation,
  documents: Documents,
  version: ApiVersion,
  choice: ServerChoice,
): string {
  const chosen = choice.baseUrl ?? described(operation, documents, version, choice);
  const from = documents.url?.protocol === "file:" ? undefined : documents.url;
  const given = chosen.startsWith("//") && from === undefined ? `https:${chosen}` : chosen;
  if (!URL.canParse(given, from?.href)) {
    throw new ToolError(
      "invalid_configuration",
      `The server ${JSON.stringify(given)} of ${operation.label} is no whole URL.`,
      {
        hint: "Set baseUrl to the address of the service.",
      },
    );
  }
  const url = new URL(given, from);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function described(operation: Operation, documents: Documents, version: ApiVersion, choice: ServerChoice): string {
  if (version === "2.0") return oldServer(operation, documents);
  for (const servers of [operation.fields["servers"], operation.shared["servers"], documents.root["servers"]]) {
    const [server] = Array.isArray(servers) ? servers : [];
    if (isObject(server) && typeof server["url"] === "string")
      return substitute(server["url"], server["variables"], choice);
  }
  return "/";
}

function substitute(template: string, variables: unknown, { serverVariables = {} }: ServerChoice): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const found = isObject(variables) ? ownField(variables, name) : undefined;
    const variable = isObject(found) ? found : {};
    const value = ownField(serverVariables, name) ?? variable["default"];
    if (value === undefined) {
      throw new ToolError("invalid_configuration", `The server ${template} has no value for {${name}}.`, {
        hint: `Set serverVariables.${name}, or baseUrl.`,
      });
    }
    const allowed = variable["enum"];
    if (Array.isArray(allowed) && allowed.length > 0 && !allowed.map(String).includes(String(value))) {
      throw new ToolError(
        "invalid_configuration",
        `The server ${template} takes for {${name}} one of ${allowed.join(", ")}.`,
      );
    }
    return String(value);
  });
}

/** `schemes`, `host` and `basePath` of Swagger 2.0; https where both are served. */
function oldServer(operation: Operation, { root, url }: Documents): string {
  const { host, basePath = "/" } = root;
  const given = operation.fields["schemes"] ?? root["schemes"];
  const schemes = Array.isArray(given) ? given.filter((scheme) => scheme === "https" || scheme === "http") : [];
  const scheme = schemes.includes("https") ? "https" : (schemes[0] ?? url?.protocol.replace(/:$/, ""));
  const path = `/${String(basePath).replace(/^\//, "")}`;
  if (typeof host !== "string" || host === "") return path;
  return `${scheme === "http" ? "http" : "https"}://${host}${path}`;
}
