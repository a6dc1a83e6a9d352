import { isObject, type Schema } from "@agent-tools/contract";
import { type Expression, expression } from "./expression.js";
import { foldedName } from "./folded-name.js";
import { type Keywords, mapNested, nestings } from "./keywords.js";
import { declaredTypes, mergedNode, mergeSchemas, referredSchema } from "./merge-schemas.js";
import type { SchemaForm } from "./schema-form.js";
import { type Validator, type ValidatorError, validator } from "./validator.js";

/** What settling needs to know of one node of a schema: references followed, `allOf` merged. */
export interface SchemaPlan {
  /** True where settling has nothing to say: any value stays. */
  readonly isFree: boolean;
  readonly types: readonly string[] | undefined;
  /** The only values there are (`enum`, `const`). */
  readonly values: readonly unknown[] | undefined;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: readonly string[];
  /** True where a property that is neither declared nor matched by a pattern is refused. */
  readonly isClosed: boolean;
  readonly patterns: readonly (readonly [Expression, Schema])[];
  /** The schema of properties that are neither declared nor matched. */
  readonly others: Schema;
  readonly firstItems: readonly Schema[];
  readonly items: Schema;
  /** The branches of `anyOf` or `oneOf`, each together with what stands beside the union. */
  readonly branches: readonly Schema[];
  /** True where the node may accept null. */
  readonly mayBeNull: boolean;
  /** The declared property that a name folds to; null where there are several. */
  readonly byFoldedName: ReadonlyMap<string, string | null>;
  /** Judges a value by this node alone. */
  isValid(value: unknown): boolean;
}

/** The plans of one schema form's nodes, each made when it is first asked for. */
export class SchemaPlans {
  readonly #form: SchemaForm;
  readonly #root: Keywords;
  readonly #plans = new Map<Schema, SchemaPlan>();

  constructor(form: SchemaForm) {
    this.#form = form;
    this.#root = isObject(form.schema) ? form.schema : {};
  }

  of(schema: Schema): SchemaPlan {
    let plan = this.#plans.get(schema);
    if (!plan) {
      plan = this.#make(schema);
      this.#plans.set(schema, plan);
    }
    return plan;
  }

  /** The plan of the whole form. */
  get root(): SchemaPlan {
    return this.of(this.#form.schema);
  }

  /** True where the root says something of a property of this name. */
  declares(key: string, plan: SchemaPlan = this.root): boolean {
    return (
      plan.properties.has(key) ||
      plan.patterns.some(([pattern]) => pattern.test(key)) ||
      typeof plan.others === "object" ||
      plan.branches.some((branch) => this.declares(key, this.of(branch)))
    );
  }

  /** The form's root, which holds the definitions. */
  get definitions(): Keywords {
    return this.#root;
  }

  /** Every error of a value, by one node alone. */
  errors(schema: Schema, value: unknown): readonly ValidatorError[] {
    const judge = validator(this.#standalone(schema), true);
    judge(value);
    return judge.errors ?? [];
  }

  /** Every node that some schemas consist of, behind references too. */
  within(schemas: readonly Schema[], found: Set<object> = new Set()): ReadonlySet<object> {
    for (const schema of schemas) {
      if (typeof schema === "boolean" || found.has(schema)) continue;
      found.add(schema);
      mapNested(schema, nestings, (part) => {
        this.within([part], found);
        return part;
      });
      const reference = schema["$ref"];
      if (typeof reference === "string") this.within([referredSchema(reference, this.#root)], found);
    }
    return found;
  }

  #standalone(schema: Schema): SchemaForm {
    if (typeof schema === "boolean") return { ...this.#form, schema };
    return { ...this.#form, schema: { ...schema, $defs: this.#root["$defs"] ?? {} } };
  }

  #make(schema: Schema): SchemaPlan {
    const merged = mergedNode(schema, this.#root);
    const node: Keywords = typeof merged === "boolean" ? (merged ? {} : { enum: [] }) : merged;
    const properties = new Map(Object.entries((node["properties"] ?? {}) as Record<string, Schema>));
    const values = "const" in node ? [node["const"]] : (node["enum"] as unknown[] | undefined);
    const branches = branchesOf(node);
    const types = declaredTypes(node);
    const others = (node["additionalProperties"] ?? true) as Schema;
    return {
      isFree: !hasConstraints(node),
      types,
      values,
      properties,
      required: (node["required"] ?? []) as readonly string[],
      isClosed: others === false || (node["unevaluatedProperties"] === false && !hasConditions(node)),
      patterns: Object.entries((node["patternProperties"] ?? {}) as Record<string, Schema>).map(
        ([pattern, property]) => [expression(pattern), property] as const,
      ),
      others,
      firstItems: (node["prefixItems"] ?? []) as readonly Schema[],
      items: (node["items"] ?? true) as Schema,
      branches,
      mayBeNull:
        (types?.includes("null") ?? true) &&
        (values?.includes(null) ?? true) &&
        (branches.length === 0 || branches.some((branch) => this.of(branch).mayBeNull)),
      byFoldedName: folded(properties.keys()),
      isValid: this.#judge(schema),
    };
  }

  #judge(schema: Schema): (value: unknown) => boolean {
    let compiled: Validator | undefined;
    return (value) => {
      if (typeof schema === "boolean") return schema;
      compiled ??= validator(this.#standalone(schema), false);
      return compiled(value);
    };
  }
}

function branchesOf(node: Keywords): readonly Schema[] {
  const keyword = ["anyOf", "oneOf"].find((name) => name in node);
  if (!keyword) return [];
  const { [keyword]: branches, ...beside } = node;
  return (branches as readonly Schema[]).map((branch) => mergeSchemas(beside, branch));
}

const constraints = [
  "type",
  "enum",
  "const",
  "anyOf",
  "oneOf",
  "properties",
  "patternProperties",
  "additionalProperties",
  "required",
  "prefixItems",
  "items",
];

function hasConstraints(node: Keywords): boolean {
  return constraints.some((keyword) => keyword in node);
}

/** True where a node declares properties in places that merging does not reach. */
function hasConditions(node: Keywords): boolean {
  return ["anyOf", "oneOf", "if", "then", "else", "dependentSchemas"].some((keyword) => keyword in node);
}

function folded(names: Iterable<string>): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const name of names) {
    const key = foldedName(name);
    if (key !== "") found.set(key, found.has(key) ? null : name);
  }
  return found;
}
