import { isObject } from "@agent-tools/contract";
import type { ApiVersion } from "./document-text.js";
import type { Documents, Located } from "./documents.js";
import { dereference, type Operation } from "./operation.js";
import type { Encoding, Parameter, ParameterPlace, Style } from "./request-model.js";

type Fields = Readonly<Record<string, unknown>>;

/** A parameter that was found: in 2.0 it may also be the body or a field of a form. */
export interface FoundParameter {
  readonly fields: Fields;
  readonly base: string;
}

/** Header parameters of these names are ignored (OpenAPI 3.1, section 4.8.12.2): they follow from elsewhere. */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);
const places: ReadonlySet<string> = new Set(["path", "query", "header", "cookie", "querystring"]);
const styles: ReadonlySet<string> = new Set([
  "simple",
  "label",
  "matrix",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
]);

/** The parameters of an operation and its path item, through references; the operation's override the path item's. */
export function findParameters(operation: Operation, documents: Documents, flaws: string[]): FoundParameter[] {
  const found = new Map<string, FoundParameter>();
  for (const list of [operation.shared["parameters"], operation.fields["parameters"]]) {
    if (!Array.isArray(list)) continue;
    for (const value of list) {
      const target = dereference({ value, base: operation.base }, documents);
      const name = target?.value["name"];
      const place = target?.value["in"];
      if (!target || typeof name !== "string" || typeof place !== "string") {
        flaws.push(
          target ? "a parameter has no name or no place" : `the parameter ${referenceOf(value)} leads nowhere`,
        );
        continue;
      }
      const id = place === "header" ? name.toLowerCase() : name;
      found.set(`${place} ${id}`, { fields: target.value, base: target.base });
    }
  }
  return [...found.values()];
}

/** The parameters that go into the URL, the headers and the cookies. */
export function readParameters(
  found: readonly FoundParameter[],
  version: ApiVersion,
  path: string,
  flaws: string[],
): Parameter[] {
  const variables = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string));
  const parameters: Parameter[] = [];
  for (const { fields, base } of found) {
    const place = fields["in"] as string;
    if (!places.has(place)) continue;
    let name = fields["name"] as string;
    if (place === "header" && ignoredHeaders.has(name.toLowerCase())) continue;
    if (place === "path" && !variables.has(name)) {
      const meant = [...variables].find((variable) => variable.toLowerCase() === name.toLowerCase());
      flaws.push(
        `the path has no {${name}}${meant === undefined ? ": the parameter is left out" : `, but {${meant}}`}`,
      );
      if (meant === undefined) continue;
      name = meant;
    }
    variables.delete(name);
    parameters.push({
      name,
      place: place as ParameterPlace,
      isRequired: place === "path" || fields["required"] === true,
      description: typeof fields["description"] === "string" ? fields["description"] : undefined,
      isDeprecated: fields["deprecated"] === true,
      example: fields["example"] ?? fields["x-example"],
      ...(version === "2.0" ? oldEncoding(fields, place) : readEncoding(fields, place)),
      schema: schemaOfParameter(fields, base),
    });
  }
  for (const name of variables) {
    flaws.push(`the variable {${name}} of the path is not described`);
    parameters.push({ ...undescribed, name, schema: { value: { type: "string" }, base: "" } });
  }
  return parameters;
}

const undescribed = {
  place: "path",
  isRequired: true,
  description: undefined,
  isDeprecated: false,
  example: undefined,
  style: "simple",
  explode: false,
  allowReserved: false,
} as const;

/** How a parameter or header of OpenAPI 3 is written. */
export function readEncoding(fields: Fields, place: string): Encoding {
  const content = contentOf(fields);
  const byDefault: Style = place === "query" || place === "cookie" ? "form" : "simple";
  const style =
    typeof fields["style"] === "string" && styles.has(fields["style"]) ? (fields["style"] as Style) : byDefault;
  return {
    style,
    explode: typeof fields["explode"] === "boolean" ? fields["explode"] : style === "form" || style === "cookie",
    allowReserved: fields["allowReserved"] === true,
    contentType: content?.[0],
  };
}

const collectionFormats: ReadonlyMap<string, Style> = new Map([
  ["ssv", "spaceDelimited"],
  ["tsv", "tabDelimited"],
  ["pipes", "pipeDelimited"],
]);

const maxLists = 20;
/** `multi` is for the whole list only. */
const innerDelimiters: ReadonlyMap<unknown, string> = new Map([
  ["ssv", " "],
  ["tsv", "\t"],
  ["pipes", "|"],
]);

/** `collectionFormat` of Swagger 2.0 as a style, and that of lists in lists. */
export function oldEncoding(fields: Fields, place: string): Encoding {
  const format = String(fields["collectionFormat"] ?? "csv");
  const byDefault: Style = place === "path" || place === "header" ? "simple" : "form";
  const inner: string[] = [];
  let { items } = fields;
  // Aliases of YAML may make a list of itself.
  while (isObject(items) && items["type"] === "array" && inner.length < maxLists) {
    inner.push(innerDelimiters.get(items["collectionFormat"]) ?? ",");
    items = items["items"];
  }
  return {
    style: collectionFormats.get(format) ?? byDefault,
    explode: format === "multi",
    allowReserved: false,
    ...(inner.length > 0 && { innerDelimiters: inner }),
  };
}

/**
 * The schema of a parameter or header: its own, that of its media type, or itself, as in 2.0. Each is met in descriptions of
 * every version.
 */
export function schemaOfParameter(fields: Fields, base: string): Located {
  const media = contentOf(fields)?.[1];
  return { value: (isObject(media) ? media["schema"] : fields["schema"]) ?? plainParameterSchema(fields), base };
}

/** The fields of a parameter that is its own schema: the others mean nothing to a schema. */
export function plainParameterSchema(fields: Fields): Fields {
  const { name, in: place, required, description, allowEmptyValue, collectionFormat, ...schema } = fields;
  return schema;
}

function contentOf(fields: Fields): [string, unknown] | undefined {
  return isObject(fields["content"]) ? Object.entries(fields["content"])[0] : undefined;
}

function referenceOf(value: unknown): string {
  return isObject(value) ? String(value["$ref"]) : JSON.stringify(value);
}
