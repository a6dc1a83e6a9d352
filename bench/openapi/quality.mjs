// node quality.mjs IMPORTER FILE: what an import keeps, and whether what it emits is good. Prints one JSON object.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import yaml from "js-yaml";
import { parse } from "yaml";
import { expectedInputs } from "./expected-inputs.mjs";
import { importers } from "./importers.mjs";

const [, , importer, file] = process.argv;
const print = console.log;
console.log = console.error = console.warn = console.info = () => {};
try {
  const { tools, report } = await importers[importer](file);
  const operations = expectedInputs(readDocument(readFileSync(file, "utf8")));
  const names = tools.map(({ name }) => name);
  const byOperation = new Map(tools.map((tool) => [`${tool.method?.toLowerCase()} ${tool.path}`, tool]));
  const reported = new Map((report?.().operations ?? []).map(({ operation, tool }) => [lowerMethod(operation), tool]));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  let expected = 0;
  let kept = 0;
  for (const { method, path, inputs } of operations) {
    const key = `${method} ${path}`;
    const tool = report ? byName.get(reported.get(key)) : byOperation.get(key);
    expected += inputs.length;
    if (!tool) continue;
    const known = inputNames(tool.inputSchema);
    kept += inputs.filter(({ place, name }) => spellings(place, name).some((spelling) => known.has(spelling))).length;
  }
  const schemas = tools.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]).filter(Boolean);
  print(
    JSON.stringify({
      operations: operations.length,
      callable: Math.min(tools.length, operations.length),
      expected,
      kept,
      badNames: names.filter((name, index) => !/^[\w-]{1,64}$/.test(name) || names.indexOf(name) !== index).length,
      schemas: schemas.length,
      badSchemas: badSchemas(schemas),
      ...(report && summary(report())),
    }),
  );
} catch (error) {
  print(JSON.stringify({ error: String(error?.message ?? error).split("\n")[0] }));
}
process.exit(0);

function summary({ imported, degraded, skipped, operations }) {
  const unexplained = operations.filter(({ status, reasons }) => status !== "imported" && reasons.length === 0).length;
  return { imported, degraded, skipped, unexplained };
}

function lowerMethod(operation) {
  const [method, path] = operation.split(" ");
  return `${method.toLowerCase()} ${path}`;
}

function readDocument(text) {
  if (/^\s*[{[]/.test(text)) return JSON.parse(text);
  try {
    return yaml.load(text);
  } catch {
    return parse(text, { uniqueKeys: false, strict: false, logLevel: "error" });
  }
}

/** How a name may have been spelled for a property that providers take. */
function spellings(place, name) {
  const plain = name.replace(/^[^\w.-]+|[^\w.-]+$/g, "").replace(/[^\w.-]+/g, "_");
  return [name, plain, `${place}_${plain}`, plain.slice(0, 50)];
}

/** The names of a tool's properties, those of its body included. */
function inputNames(root) {
  const names = new Set();
  collect(root, 1, new Set());
  return names;

  function collect(given, levels, seen) {
    const schema = typeof given?.$ref === "string" ? root.$defs?.[given.$ref.replace("#/$defs/", "")] : given;
    if (typeof schema !== "object" || schema === null || seen.has(schema)) return;
    seen.add(schema);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      names.add(name);
      if (levels > 0 && /^(body|requestBody)$/i.test(name)) collect(property, levels - 1, seen);
    }
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      for (const member of schema[keyword] ?? []) collect(member, levels, seen);
    }
  }
}

/**
 * How many schemas do not compile, by Ajv for 2020-12. A definition that tools share, the very same object, is compiled
 * once: it is registered as a schema of its own, and references are pointed at it.
 */
function badSchemas(schemas) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, inlineRefs: false });
  ajv.addSchema({ $id: "definition:true" }).addSchema({ $id: "definition:false", not: {} });
  const ids = new Map();
  let bad = 0;
  for (const schema of schemas) {
    try {
      const { $defs, ...own } = schema;
      ajv.compile($defs === undefined ? schema : pointed(own, $defs));
    } catch {
      bad += 1;
    }
  }
  return bad;

  /** A copy whose references to definitions lead to the registered ones; one that leads nowhere stays as it is. */
  function pointed(part, definitions) {
    if (Array.isArray(part)) return part.map((item) => pointed(item, definitions));
    if (typeof part !== "object" || part === null) return part;
    const copy = {};
    for (const [key, value] of Object.entries(part)) {
      const name = key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", "") : undefined;
      const target = name !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
      copy[key] = target === undefined ? pointed(value, definitions) : idOf(target, definitions);
    }
    return copy;
  }

  function idOf(definition, definitions) {
    if (typeof definition === "boolean") return definition ? "definition:true" : "definition:false";
    const known = ids.get(definition);
    if (known !== undefined) return known;
    const id = `definition:${ids.size}`;
    ids.set(definition, id);
    ajv.addSchema({ $id: id, ...pointed(definition, definitions) });
    return id;
  }
}
