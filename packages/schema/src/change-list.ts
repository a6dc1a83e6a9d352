import type { Change } from "@agent-tools/contract";

/** Everything that settling does to a call. */
export type ChangeKind =
  // to the envelope
  | "unnest-envelope"
  | "lift-toolName"
  | "lift-field"
  | "collect-arguments"
  | "alias-key"
  | "normalise-tool-name"
  // to the arguments as a whole
  | "unwrap-arguments"
  | "unwrap-single-array"
  | "null-to-object"
  | "empty-to-object"
  // to one value
  | "strip-fence"
  | "parse-json"
  | "json-repair"
  | "coerce-number"
  | "coerce-boolean"
  | "coerce-string"
  | "coerce-null"
  | "wrap-array"
  | "unwrap-array"
  | "normalise-enum"
  | "normalise-key"
  | "drop-duplicate-key"
  | "drop-null"
  | "fill-default";

/** What was done so far, for the audit: kinds and places, never values. */
export class ChangeList {
  readonly #changes: (Change & { readonly kind: ChangeKind })[] = [];

  get all(): readonly Change[] {
    return this.#changes;
  }

  add(kind: ChangeKind, path: string): void {
    this.#changes.push({ kind, path });
  }

  /** Takes over another list. */
  append(list: ChangeList): void {
    this.#changes.push(...list.#changes);
  }
}
