import { isObject, type Schema } from "@agent-tools/contract";
import { ownField } from "../own-field.js";
import type { SchemaPlace, SchemaPlaces } from "./schema-place.js";

/**
 * Writes the value that a discriminator's mapping gives into the branch that it leads to, where the branch does not say
 * it itself, so that a model sees which value goes with which branch (OpenAPI 3.1, section 4.8.25).
 */
export function applyDiscriminator(
  discriminator: unknown,
  base: string,
  branches: readonly { readonly schema: Schema; readonly place: SchemaPlace | undefined }[],
  places: SchemaPlaces,
): Schema[] {
  const plain = branches.map(({ schema }) => schema);
  if (!isObject(discriminator) || !isObject(discriminator["mapping"])) return plain;
  const { propertyName, mapping } = discriminator;
  if (typeof propertyName !== "string") return plain;
  const values = new Map<string, string[]>();
  for (const [value, given] of Object.entries(mapping)) {
    if (typeof given !== "string") continue;
    const target = places.follow(/[#/.]/.test(given) ? given : `#/components/schemas/${given}`, base);
    if (!target || saysItself(target.value, propertyName)) continue;
    values.set(target.key, [...(values.get(target.key) ?? []), value]);
  }
  return branches.map(({ schema, place }) => {
    const allowed = place && values.get(place.target.key);
    if (!allowed || !isObject(schema)) return schema;
    const property = allowed.length === 1 ? { const: allowed[0] } : { enum: allowed };
    return { ...schema, properties: { [propertyName]: property }, required: [propertyName] };
  });
}

function saysItself(schema: unknown, propertyName: string): boolean {
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  const property = ownField(properties, propertyName);
  return isObject(property) && ["enum", "const", "$ref", "allOf"].some((keyword) => keyword in property);
}
