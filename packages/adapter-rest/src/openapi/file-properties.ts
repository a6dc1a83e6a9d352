import { isObject } from "@agent-tools/contract";
import type { Documents, Located } from "./documents.js";
import { isFile } from "./file-schema.js";
import { dereference } from "./operation.js";

const maxDepth = 10;

/** True where a form's property is a file, or a list of files, in the schema or any that it is composed of. */
export function isFileProperty(name: string, form: Located, documents: Documents, depth = 0): boolean {
  const schema = dereference(form, documents);
  if (!schema || depth > maxDepth) return false;
  const { value, base } = schema;
  const properties = isObject(value["properties"]) ? value["properties"] : {};
  if (Object.hasOwn(properties, name) && isFileSchema({ value: properties[name], base }, documents)) return true;
  return ["allOf", "anyOf", "oneOf"].some((keyword) => {
    const members = value[keyword];
    return (
      Array.isArray(members) &&
      members.some((member) => isFileProperty(name, { value: member, base }, documents, depth + 1))
    );
  });
}

function isFileSchema(property: Located, documents: Documents): boolean {
  const schema = dereference(property, documents);
  if (!schema) return false;
  if (isFile(schema.value)) return true;
  if (!isObject(schema.value["items"])) return false;
  const items = dereference({ value: schema.value["items"], base: schema.base }, documents);
  return items !== undefined && isFile(items.value);
}
