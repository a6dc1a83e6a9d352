import { isObject, type JsonObject, ToolError } from "@agent-tools/contract";
import { literalSecret } from "./literal-secret.js";

/** One tool as data. */
export interface ToolDefinition {
  /** Names it in its workspace: 1 to 64 characters of `a-z 0-9 _ -`. */
  readonly id: string;
  readonly workspace: string;
  /** Which of the registry's kinds makes a tool of it, for example `http`. */
  readonly kind: string;
  /** What the kind takes. It names secrets, as `{{secrets.NAME}}`, and never holds one. */
  readonly definition: JsonObject;
  /** A disabled one is neither listed nor called. */
  readonly isEnabled: boolean;
  /** Counts the changes, from 1; it goes on where an id is used again. */
  readonly version: number;
}

/** One change: what was done, by whom, and the definition as it was from then on. */
export interface DefinitionChange {
  readonly did: "created" | "updated" | "enabled" | "disabled" | "removed";
  /** The principal who did it. */
  readonly by: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly tool: ToolDefinition;
}

/** What it takes to create a definition. */
export type NewToolDefinition = Pick<ToolDefinition, "id" | "kind" | "definition"> & { readonly isEnabled?: boolean };

/** Definitions of a workspace as they are exported and imported: without versions, and without secrets. */
export interface RegistryExport {
  readonly format: "agent-tools/registry/1";
  readonly tools: readonly Required<NewToolDefinition>[];
  /** The names of the secrets that the definitions use; their values have to be set where they are imported. */
  readonly secrets: readonly string[];
}

const idShape = /^[a-z0-9_-]{1,64}$/;

/** Throws `invalid_configuration` where a definition cannot be kept; what its kind says of it comes later. */
export function checkNewDefinition({ id, kind, definition, isEnabled }: NewToolDefinition): void {
  const wrong = (words: string, field: string, hint?: string) =>
    new ToolError("invalid_configuration", `Tool definition "${id}": ${words}.`, {
      details: { field },
      ...(hint === undefined ? {} : { hint }),
    });
  if (typeof id !== "string" || !idShape.test(id)) {
    throw wrong("an id has 1 to 64 characters of a-z, 0-9, _ and -", "id");
  }
  if (typeof kind !== "string" || kind === "") throw wrong("kind is missing", "kind");
  if (!isObject(definition)) throw wrong("definition has to be an object", "definition");
  if (isEnabled !== undefined && typeof isEnabled !== "boolean")
    throw wrong("isEnabled has to be a boolean", "isEnabled");
  const place = literalSecret(definition);
  if (place === undefined) return;
  throw wrong(
    `${place} holds a credential`,
    place,
    "Write {{secrets.NAME}} in its place, and set the secret where secrets are kept.",
  );
}

/** The names of the secrets that a definition uses. */
export function secretNames(definition: JsonObject): string[] {
  const names = [...JSON.stringify(definition).matchAll(/\{\{\s*secrets\.([\w.:-]+)\s*\}\}/g)].map(([, name]) =>
    String(name),
  );
  const bare = JSON.stringify(definition).matchAll(/"requiredSecrets":\[([^\]]*)\]/g);
  for (const [, list] of bare) names.push(...(JSON.parse(`[${list}]`) as string[]));
  return [...new Set(names)].sort();
}
