import {
  type ArgumentSchema,
  type ArgumentsOf,
  type Awaitable,
  type GovernedAdapter,
  type RelatedSkill,
  type Schema,
  type Skill,
  type SkillContext,
  type StandardSchema,
  ToolError,
} from "@agent-tools/contract";

/** A code skill whose arguments have a schema: TypeBox, or any Standard Schema that can write itself as JSON Schema. */
export interface SkillOptions<S extends ArgumentSchema> {
  readonly description?: string;
  /** The arguments in words, where the schema does not say enough. */
  readonly args?: string;
  readonly input: S;
  /** Which tools it calls: `prefix:pattern`, or a bare pattern for its own plugin. */
  readonly uses?: readonly string[];
  readonly related?: readonly RelatedSkill[];
  /** How long it may take, in milliseconds, 1 to 3,600,000. The host's limit for any call when absent. */
  readonly timeoutMs?: number;
  readonly run: (adapter: GovernedAdapter, args: ArgumentsOf<S>, context: SkillContext) => Awaitable<unknown>;
}

/**
 * A code skill whose handler's argument type is inferred from its schema. The runtime checks the arguments before it runs;
 * what a Standard Schema makes of them (defaults, transformations) is what `run` gets.
 */
export function defineSkill<S extends ArgumentSchema>({ input, run, ...meta }: SkillOptions<S>): Skill {
  const standard = "~standard" in input ? (input as StandardSchema)["~standard"] : undefined;
  const inputSchema: Schema = standard
    ? standard.jsonSchema.input({ target: "draft-2020-12" })
    : (input as object as Schema);
  return {
    meta: { ...meta, inputSchema },
    async run(adapter, args, context) {
      if (!standard) return run(adapter, args, context);
      const checked = await standard.validate(args);
      if (!checked.issues) return run(adapter, checked.value as ArgumentsOf<S>, context);
      const issues = checked.issues.map(({ message }) => message).join("; ");
      throw new ToolError("invalid_arguments", `The skill refuses its arguments. ${issues}.`);
    },
  };
}
