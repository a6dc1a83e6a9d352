// What a description asks its callers for, read independently of the importers: each operation's parameters and the top
// level properties of its body.

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

/** `[{ method, path, inputs: [{ place, name }] }]` */
export function expectedInputs(document) {
  const resolve = resolver(document);
  const operations = [];
  for (const [path, given] of Object.entries(document.paths ?? {})) {
    const item = resolve(given);
    if (path.startsWith("x-") || !item) continue;
    for (const method of methods) {
      const operation = item[method];
      if (typeof operation !== "object" || operation === null) continue;
      operations.push({ method, path, inputs: inputsOf(operation, item, document, resolve) });
    }
  }
  return operations;
}

function inputsOf(operation, item, document, resolve) {
  const found = new Map();
  for (const parameter of [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve)) {
    if (!parameter?.name || !parameter.in) continue;
    if (parameter.in === "header" && ignoredHeaders.has(parameter.name.toLowerCase())) continue;
    if (parameter.in === "body") for (const name of bodyProperties(parameter.schema, resolve)) add(found, "body", name);
    else add(found, parameter.in === "formData" ? "body" : parameter.in, parameter.name);
  }
  const content = resolve(operation.requestBody)?.content;
  if (content && document.openapi) {
    const schemas = Object.entries(content).map(([type, media]) => [type, resolve(media)?.schema]);
    const [, schema] =
      schemas.find(([type]) => /json/.test(type)) ?? schemas.find(([type]) => /form/.test(type)) ?? schemas[0] ?? [];
    for (const name of bodyProperties(schema, resolve)) add(found, "body", name);
  }
  return [...found.values()];
}

function add(found, place, name) {
  found.set(`${place} ${name}`, { place, name });
}

/** The names of an object's properties, through references, allOf and alternatives; what is readOnly is not asked for. */
function bodyProperties(given, resolve, seen = new Set()) {
  const schema = resolve(given);
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const own = Object.entries(schema.properties ?? {})
    .filter(([, property]) => !isReadOnly(property, resolve))
    .map(([name]) => name);
  const members = ["allOf", "oneOf", "anyOf"].flatMap((keyword) =>
    Array.isArray(schema[keyword]) ? schema[keyword] : [],
  );
  return [...own, ...members.flatMap((member) => bodyProperties(member, resolve, seen))];
}

function isReadOnly(given, resolve) {
  const property = resolve(given);
  if (given?.readOnly === true || property?.readOnly === true) return true;
  return (property?.allOf ?? []).some((member) => resolve(member)?.readOnly === true);
}

function resolver(document) {
  return function resolve(value, hops = 0) {
    if (typeof value?.$ref !== "string" || hops > 20) return value;
    if (!value.$ref.startsWith("#/")) return undefined;
    const path = value.$ref.slice(2).split("/");
    const found = path.reduce(
      (inner, key) => inner?.[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    );
    return resolve(found, hops + 1);
  };
}
