import { isObject } from "@agent-tools/contract";
import { isJsonType, parseMediaType } from "../media-type.js";
import type { ApiVersion } from "./document-text.js";
import type { Documents, Located } from "./documents.js";
import { dereference, type Operation } from "./operation.js";

/**
 * The JSON schema of the successful response: of every exact 2xx code, else of `2XX`, else of `default`. Undefined where
 * a success may also come without JSON, since clients refuse a result that lacks what its schema promised.
 */
export function responseSchema(operation: Operation, documents: Documents, version: ApiVersion): Located | undefined {
  const { responses } = operation.fields;
  const isOld = version === "2.0";
  if (!isObject(responses) || (isOld && !producesJson(operation, documents))) return undefined;
  const codes = Object.keys(responses);
  const exact = codes.filter((code) => /^2\d\d$/.test(code));
  const chosen = exact.length > 0 ? exact : codes.filter((code) => /^2XX$/i.test(code));
  const names = chosen.length > 0 ? chosen : codes.filter((code) => code === "default");
  const schemas = names.map((name) => jsonSchemaOf(responses[name], operation.base, documents, isOld));
  const [first] = schemas;
  if (!first || schemas.includes(undefined)) return undefined;
  if (schemas.length === 1) return first;
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema?.value), schema as Located])).values()];
  if (distinct.length === 1) return first;
  // Schemas of one document may stand in one list; of several, their references would be relative to different places.
  return distinct.every(({ base }) => base === first.base)
    ? { value: { anyOf: distinct.map(({ value }) => value) }, base: first.base }
    : undefined;
}

function jsonSchemaOf(given: unknown, base: string, documents: Documents, isOld: boolean): Located | undefined {
  const response = dereference({ value: given, base }, documents);
  if (!response) return undefined;
  if (isOld) return schemaIn(response.value["schema"], response.base);
  const content = response.value["content"];
  if (!isObject(content)) return undefined;
  const type =
    "application/json" in content
      ? "application/json"
      : Object.keys(content).find((name) => isJsonType(parseMediaType(name).type));
  const media = type === undefined ? undefined : dereference({ value: content[type], base: response.base }, documents);
  return media && schemaIn(media.value["schema"], media.base);
}

function producesJson({ fields }: Operation, { root }: Documents): boolean {
  const types = fields["produces"] ?? root["produces"];
  if (!Array.isArray(types) || types.length === 0) return true;
  return types.some((type) => type === "*/*" || isJsonType(parseMediaType(String(type)).type));
}

function schemaIn(value: unknown, base: string): Located | undefined {
  return isObject(value) && Object.keys(value).length > 0 ? { value, base } : undefined;
}
