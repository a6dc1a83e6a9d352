import { canonicalJson } from "./canonical-json.js";
import type { Keywords } from "./keywords.js";
import type { Profile } from "./profiles.js";
import { typeOf } from "./value-type.js";

/** A list of values as a profile takes it. */
export interface LoweredValues {
  readonly lowered: Keywords;
  /** What is lost, in words. */
  readonly losses: readonly string[];
  /** True where null is one of the values and has to be said beside them. */
  readonly isNullable: boolean;
}

/** The only values of a node. Where a profile takes text alone, others become their JSON text, which settling reads. */
export function loweredValues(values: readonly unknown[], { hasTextEnums, isStrict }: Profile): LoweredValues {
  const isDeep = values.some((value) => typeof value === "object" && value !== null);
  if (hasTextEnums || (isDeep && isStrict)) return asText(values);
  const types = [...new Set(values.map(typeOf))];
  // A type that holds others would have to say what it holds; the values say it themselves.
  const type = isDeep ? {} : { type: types.length === 1 ? types[0] : types };
  return { lowered: { ...type, enum: values }, losses: [], isNullable: false };
}

function asText(values: readonly unknown[]): LoweredValues {
  const told = values.filter((value) => value !== null && value !== "");
  const texts = [...new Set(told.map((value) => (typeof value === "string" ? value : canonicalJson(value))))];
  return {
    lowered: { type: "string", ...(texts.length > 0 && { enum: texts }) },
    losses: [
      ...(told.some((value) => typeof value !== "string") ? ["its values are given as text"] : []),
      ...(values.includes("") ? ["the empty text is not offered"] : []),
    ],
    isNullable: values.includes(null),
  };
}
