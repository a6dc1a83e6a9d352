import fc from "fast-check";

/** A schema and a value that is valid for it. */
export interface Sample {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** Names as tools have them, some of them awkward. */
const names = fc.constantFrom(
  ...["id", "name", "type", "title", "$ref", "items", "default", "arguments", "toolName", "maxRows", "max_rows"],
  ...["issueNumber", "createdAt", "constructor", "toString", "a/b", "x~y", "+1", "-1", "ünïcode", "$vectorSearch"],
);

const words = fc.constantFrom(
  "",
  "a",
  "true",
  "null",
  "42",
  "00713",
  "4.5",
  "HIGH",
  "[1]",
  '{"a":1}',
  "a, b",
  "ñ",
  "no",
);

const scalar: fc.Arbitrary<Sample> = fc.oneof(
  words.map((value) => ({ schema: { type: "string" }, value })),
  fc.integer({ min: -99, max: 99 }).map((value) => ({ schema: { type: "integer" }, value })),
  fc.integer({ min: 1, max: 99 }).map((value) => ({ schema: { type: "integer", minimum: 1, maximum: 99 }, value })),
  fc.constantFrom(0, 0.5, -1.25, 1e21).map((value) => ({ schema: { type: "number" }, value })),
  fc.boolean().map((value) => ({ schema: { type: "boolean" }, value })),
  fc
    .constantFrom("low", "HIGH", "in_progress")
    .map((value) => ({ schema: { enum: ["low", "HIGH", "in_progress"] }, value })),
  fc.constantFrom(1, "1", null).map((value) => ({ schema: { enum: [1, "1", null] }, value })),
  fc.constant({ schema: { const: "fixed" }, value: "fixed" }),
  fc.constant({ schema: { type: "string", format: "date" }, value: "2026-11-30" }),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({ schema: {}, value })),
);

/** Schemas with a valid value each: objects open and closed, lists, tuples, unions, references, defaults, nulls. */
export const samples: fc.Arbitrary<Sample> = fc.letrec<{ sample: Sample; object: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    tie("object"),
    fc.array(tie("sample"), { minLength: 1, maxLength: 2 }).map((items) => ({
      schema: { type: "array", prefixItems: items.map(({ schema }) => schema), items: false },
      value: items.map(({ value }) => value),
    })),
    fc.tuple(tie("sample"), fc.integer({ min: 0, max: 2 })).map(([{ schema, value }, count]) => ({
      schema: { type: "array", items: schema },
      value: Array.from({ length: count }, () => value),
    })),
    fc.tuple(tie("sample"), tie("sample"), fc.constantFrom("anyOf", "allOf")).map(([one, two, keyword]) => ({
      schema: keyword === "anyOf" ? { anyOf: [one.schema, two.schema] } : { allOf: [one.schema] },
      value: one.value,
    })),
    tie("sample").map(({ schema }) => ({ schema: { anyOf: [schema, { type: "null" }] }, value: null })),
  ),
  object: fc
    .record({
      fields: fc.uniqueArray(
        fc.tuple(names, tie("sample"), fc.constantFrom("required", "optional", "absent", "default")),
        {
          maxLength: 4,
          selector: ([name]) => name,
        },
      ),
      isClosed: fc.boolean(),
    })
    .map(({ fields, isClosed }) => ({
      schema: {
        type: "object",
        properties: Object.fromEntries(
          fields.map(([name, { schema, value }, presence]) => [
            name,
            presence === "default" ? { ...schema, default: value } : schema,
          ]),
        ),
        required: fields.filter(([, , presence]) => presence === "required").map(([name]) => name),
        ...(isClosed ? { additionalProperties: false } : {}),
      },
      value: Object.fromEntries(
        fields
          .filter(([, , presence]) => presence === "required" || presence === "optional")
          .map(([name, { value }]) => [name, value]),
      ),
    })),
})).object;

/** The value with one part as a model may get it wrong. */
export function slips(value: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> {
  const keys = Object.keys(value);
  const changed = (key: string, item: unknown) => ({ ...value, [key]: item });
  const wrongs = keys.flatMap((key) => {
    const item = value[key];
    const { [key]: _, ...others } = value;
    return [
      changed(key, typeof item === "object" ? "text" : String(item)),
      changed(key, JSON.stringify(item)),
      changed(key, [item]),
      changed(key, null),
      changed(key, Array.isArray(item) ? item[0] : { item }),
      { ...others, [key.toUpperCase()]: item },
      { ...others, [key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]: item },
    ];
  });
  return fc.constantFrom(
    value,
    { arguments: value },
    { arguments: { arguments: value } },
    JSON.stringify(value),
    `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
    [value],
    { ...value, extra: 1 },
    ...wrongs,
  );
}
