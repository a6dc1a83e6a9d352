import type { Operation } from "./operation.js";

/** Which operations become tools. */
export interface OperationChoice {
  /** Only tools of these names; `*` stands for any characters. */
  readonly include?: readonly string[];
  /** No tools of these names. */
  readonly exclude?: readonly string[];
  /** Only operations that have one of these tags. */
  readonly tags?: readonly string[];
}

/** Why an operation is not chosen; undefined where it is. */
export function whyLeftOut(
  operation: Operation,
  name: string,
  { include, exclude, tags }: OperationChoice,
): string | undefined {
  if (!tags && !include && !exclude) return undefined;
  const own = Array.isArray(operation.fields["tags"]) ? operation.fields["tags"] : [];
  if (tags && !tags.some((tag) => own.includes(tag))) return "none of its tags is chosen";
  if (include && !include.some((pattern) => matches(name, pattern))) return "include does not name it";
  return exclude?.some((pattern) => matches(name, pattern)) ? "exclude names it" : undefined;
}

function matches(name: string, pattern: string): boolean {
  const escaped = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`).test(name);
}
