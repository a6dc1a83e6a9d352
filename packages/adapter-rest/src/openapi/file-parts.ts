import { isObject } from "@agent-tools/contract";
import { ownField } from "../own-field.js";
import type { Documents, Located } from "./documents.js";
import { isFile } from "./file-schema.js";
import type { PartKey } from "./multipart.js";
import { dereference } from "./operation.js";

const maxDepth = 10;

/**
 * True where a part is a file: a property that is one, or a list of files, and an item by its position, in the schema or
 * any that it is composed of.
 */
export function isFilePart(part: PartKey, form: Located, documents: Documents, depth = 0): boolean {
  const schema = dereference(form, documents);
  if (!schema || depth > maxDepth) return false;
  const { value, base } = schema;
  const schemaOfPart = typeof part === "number" ? itemOf(value, part) : propertyOf(value, part);
  if (isFileSchema({ value: schemaOfPart, base }, documents)) return true;
  return ["allOf", "anyOf", "oneOf"].some((keyword) => {
    const members = value[keyword];
    return (
      Array.isArray(members) &&
      members.some((member) => isFilePart(part, { value: member, base }, documents, depth + 1))
    );
  });
}

function propertyOf({ properties }: Readonly<Record<string, unknown>>, name: string): unknown {
  return isObject(properties) ? ownField(properties, name) : undefined;
}

function itemOf({ prefixItems, items }: Readonly<Record<string, unknown>>, position: number): unknown {
  return (Array.isArray(prefixItems) ? prefixItems[position] : undefined) ?? items;
}

function isFileSchema(property: Located, documents: Documents): boolean {
  const schema = dereference(property, documents);
  if (!schema) return false;
  if (isFile(schema.value)) return true;
  if (!isObject(schema.value["items"])) return false;
  const items = dereference({ value: schema.value["items"], base: schema.base }, documents);
  return items !== undefined && isFile(items.value);
}
