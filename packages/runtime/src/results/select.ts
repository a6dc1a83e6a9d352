import { type Json, ToolError } from "@agent-tools/contract";

/** Takes a part out of a value. */
export type Selection = (value: Json) => Json;

const LONGEST = 2_000;

/** What a JMESPath expression selects. Throws `invalid_arguments` where it is none, before it is used. */
export async function selection(expression: string): Promise<Selection> {
  const wrong = (words: string) =>
    new ToolError("invalid_arguments", `select ${words}.`, {
      hint: 'select takes a JMESPath expression, for example items[?state == "open"].{ id: id, title: title }.',
    });
  if (expression.length > LONGEST) throw wrong(`has ${expression.length} characters, and may have ${LONGEST}`);
  const { compile, TreeInterpreter } = await import("@jmespath-community/jmespath");
  let tree: ReturnType<typeof compile>;
  try {
    tree = compile(expression);
  } catch (error) {
    throw wrong(`"${expression}" is no JMESPath: ${(error as Error).message}`);
  }
  return (value) => {
    try {
      return (TreeInterpreter.search(tree, value as never) ?? null) as Json;
    } catch (error) {
      throw wrong(`"${expression}" cannot be used on this result: ${(error as Error).message}`);
    }
  };
}
