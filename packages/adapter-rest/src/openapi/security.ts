import { isObject, ToolError } from "@agent-tools/contract";
import { type AuthenticationTools, type Obtained, obtain } from "../authenticate.js";
import type { Credential, SecurityScheme } from "../credential.js";
import { ownField } from "../own-field.js";
import type { ApiVersion } from "./document-text.js";
import type { Documents } from "./documents.js";
import { dereference, type Operation } from "./operation.js";

/** One way to be let in: schemes that all have to be met, each with the scopes it needs. None at all is anonymous. */
export type Requirement = readonly {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: string[];
}[];

/** The ways into an operation, in its own order; its own list replaces the description's, also where it is empty. */
export function requirementsOf(operation: Operation, documents: Documents, version: ApiVersion): Requirement[] {
  const given = operation.fields["security"] ?? documents.root["security"];
  if (!Array.isArray(given)) return [];
  return given.filter(isObject).map((requirement) =>
    Object.entries(requirement).flatMap(([name, scopes]) => {
      const scheme = schemeOf(name, documents, version);
      return scheme ? [{ name, scheme, scopes: Array.isArray(scopes) ? scopes.map(String) : [] }] : unmet(name);
    }),
  );
}

/** A scheme that is not described, or of a kind that is not sent (mutual TLS, …), cannot be met by a credential. */
function unmet(name: string): Requirement {
  return [{ name, scheme: { type: "http", scheme: "unknown" }, scopes: [] }];
}

/** Throws where a credential is for a scheme that the description does not have, or whose kind cannot be met. */
export function checkCredentials(
  credentials: Readonly<Record<string, Credential>>,
  documents: Documents,
  version: ApiVersion,
): void {
  for (const [name, credential] of Object.entries(credentials)) {
    if (!isObject(credential)) {
      throw new ToolError("invalid_configuration", `security.${name} is no credential.`, {
        hint: 'It is made of names of secrets: { "secret": "NAME" }, or { "username": "NAME", "password": "NAME" }.',
      });
    }
    if (schemeOf(name, documents, version)) continue;
    const known = Object.keys(schemesOf(documents, version)).filter((each) => schemeOf(each, documents, version));
    throw new ToolError("invalid_configuration", `security: the description has no usable scheme "${name}".`, {
      hint: known.length === 0 ? "It has none at all." : `It has ${known.join(", ")}.`,
    });
  }
}

function schemesOf({ root }: Documents, version: ApiVersion): Readonly<Record<string, unknown>> {
  const { components, securityDefinitions } = root;
  const schemes =
    version === "2.0" ? securityDefinitions : isObject(components) ? components["securitySchemes"] : undefined;
  return isObject(schemes) ? schemes : {};
}

function schemeOf(name: string, documents: Documents, version: ApiVersion): SecurityScheme | undefined {
  const found = dereference({ value: ownField(schemesOf(documents, version), name), base: documents.base }, documents);
  if (!found) return undefined;
  const { type, in: place, name: field, scheme, flows, flow, tokenUrl } = found.value;
  switch (type) {
    case "apiKey":
      if (typeof field !== "string" || (place !== "header" && place !== "query" && place !== "cookie"))
        return undefined;
      return { type, in: place, name: field };
    case "basic":
      return { type: "http", scheme: "basic" };
    case "http":
      return typeof scheme === "string" && /^[\w-]+$/.test(scheme) ? { type, scheme } : undefined;
    case "openIdConnect":
      return { type: "oauth2" };
    case "oauth2": {
      const client =
        isObject(flows) && isObject(flows["clientCredentials"]) ? flows["clientCredentials"]["tokenUrl"] : undefined;
      const address = flow === "application" ? tokenUrl : client;
      return typeof address === "string" ? { type, tokenUrl: address } : { type };
    }
    default:
      return undefined;
  }
}

/**
 * The credentials for one call: of the first way in whose schemes are all configured and whose secrets are all set. None
 * where the operation is open, or nothing that it wants is configured; the service then says what it thinks of that.
 */
export async function obtainCredentials(
  requirements: readonly Requirement[],
  credentials: Readonly<Record<string, Credential>>,
  tools: Omit<AuthenticationTools, "scopes">,
): Promise<Obtained[]> {
  let missing: ToolError | undefined;
  for (const requirement of requirements) {
    if (requirement.length === 0) continue;
    if (!requirement.every(({ name }) => Object.hasOwn(credentials, name))) continue;
    try {
      return await Promise.all(
        requirement.map(({ name, scheme, scopes }) =>
          obtain(scheme, credentials[name] as Credential, { ...tools, scopes }),
        ),
      );
    } catch (error) {
      if (!ToolError.is(error) || error.code !== "missing_secret") throw error;
      missing ??= error;
    }
  }
  const mayBeAnonymous = requirements.some((requirement) => requirement.length === 0);
  if (missing && !mayBeAnonymous) throw missing;
  return [];
}
