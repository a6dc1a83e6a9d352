import type { ChangeKind } from "./change-list.js";

/** A value as another type, and the name of the change. */
export interface Cast {
  readonly value: unknown;
  readonly kind: ChangeKind;
}

/** RFC 8259, section 6: no hexadecimal, no leading zero, no decimal comma, nothing infinite. */
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A scalar as the type that is wanted, where it can mean only one value of that type; else undefined. */
export function scalarCast(type: string, value: unknown): Cast | undefined {
  if (typeof value === "number") {
    // A whole number has one text; of others, and of those beyond 2^53, digits may be lost already.
    return type === "string" && Number.isSafeInteger(value)
      ? { value: String(value), kind: "coerce-string" }
      : undefined;
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  switch (type) {
    case "boolean":
      return /^(?:true|false)$/i.test(text)
        ? { value: text.toLowerCase() === "true", kind: "coerce-boolean" }
        : undefined;
    case "null":
      return /^(?:null|none)$/i.test(text) ? { value: null, kind: "coerce-null" } : undefined;
    case "integer":
    case "number":
      return numberCast(type, text);
    default:
      return undefined;
  }
}

function numberCast(type: string, text: string): Cast | undefined {
  if (!numberText.test(text)) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) ? !Number.isSafeInteger(value) : type === "integer" || !Number.isFinite(value))
    return undefined;
  const digits = text
    .replace(/[eE].*/, "")
    .replaceAll(/\D/g, "")
    .replace(/^0+/, "");
  // More digits than a number holds would be lost without a word.
  return digits.length <= 15 || String(value) === text ? { value, kind: "coerce-number" } : undefined;
}
