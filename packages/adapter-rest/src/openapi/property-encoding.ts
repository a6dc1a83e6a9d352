import { isObject } from "@agent-tools/contract";
import type { Documents, Located } from "./documents.js";
import { dereference } from "./operation.js";
import { readEncoding, schemaOfParameter } from "./parameters.js";
import type { MultipartEncoding, PartHeader, PropertyEncoding } from "./request-model.js";

type Fields = Readonly<Record<string, unknown>>;

export const noEncoding: MultipartEncoding = { named: {}, prefix: [], items: undefined };

const maxDepth = 5;

/**
 * The encoding of a media type, or of a part that is multipart itself: `encoding` by name, and from OpenAPI 3.2 on
 * `prefixEncoding` and `itemEncoding` by position.
 */
export function multipartEncoding(
  { value, base }: { readonly value: Fields; readonly base: string },
  documents: Documents,
  depth = 0,
): MultipartEncoding {
  const { encoding, prefixEncoding, itemEncoding } = value;
  const read = (given: unknown): PropertyEncoding => propertyEncoding({ value: given, base }, documents, depth);
  const named = Object.entries(isObject(encoding) ? encoding : {}).filter(([, given]) => isObject(given));
  return {
    named: Object.fromEntries(named.map(([name, given]) => [name, read(given)])),
    prefix: Array.isArray(prefixEncoding) ? prefixEncoding.map(read) : [],
    items: isObject(itemEncoding) ? read(itemEncoding) : undefined,
  };
}

function propertyEncoding({ value, base }: Located, documents: Documents, depth: number): PropertyEncoding {
  if (!isObject(value) || depth > maxDepth) return {};
  const { contentType, headers } = value;
  const isNested = typeof contentType === "string" && contentType.startsWith("multipart/");
  const { style, explode, allowReserved } = readEncoding(value, "query");
  // One of the three turns the others' defaults on (OpenAPI 3.1.1, section 4.8.15.1.2).
  const isStyled = ["style", "explode", "allowReserved"].some((field) => value[field] !== undefined);
  return {
    ...(isStyled && { style, explode }),
    allowReserved,
    ...(typeof contentType === "string" && { contentType }),
    ...(isObject(headers) && { headers: partHeaders({ value: headers, base }, documents) }),
    ...(isNested && { nested: multipartEncoding({ value, base }, documents, depth + 1) }),
  };
}

/** Content-Type is told by the encoding itself (OpenAPI 3.1.1, section 4.8.15.1.1). */
function partHeaders(
  { value, base }: { readonly value: Fields; readonly base: string },
  documents: Documents,
): PartHeader[] {
  return Object.entries(value).flatMap(([name, given]): PartHeader[] => {
    const header = dereference({ value: given, base }, documents);
    if (!header || /^content-(type|disposition)$/i.test(name) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [];
    const { description, required } = header.value;
    const schema = schemaOfParameter(header.value, header.base);
    return [
      {
        name,
        isRequired: required === true,
        description: typeof description === "string" ? description : undefined,
        ...readEncoding(header.value, "header"),
        schema,
        byDefault: soleValue(schema, documents),
      },
    ];
  });
}

function soleValue(schema: Located, documents: Documents): unknown {
  const { const: only, enum: values, default: byDefault } = dereference(schema, documents)?.value ?? {};
  return only ?? byDefault ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
}
