import { isObject } from "@agent-tools/contract";
import { plainText } from "../template.js";
import { encodeValue } from "../url-encoding.js";
import type { Encoding, Style } from "./request-model.js";

export type Encode = (text: string) => string;

/** Like `encodeValue`, but reserved characters and encoded triplets stay (RFC 6570, section 3.2.3), except those that would end the value. */
export function encodeReserved(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|./gsu, (piece) =>
    piece.length === 3 || /[:/?[\]@!$'()*,;=]/.test(piece) ? piece : encodeValue(piece),
  );
}

/** A value taken apart as the styles see it: absent values are gone, deeper structures are JSON text. */
type Shape =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, string])[] };

function shapeOf(value: unknown, delimiters: readonly string[] = []): Shape {
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => itemText(item, delimiters)) };
  if (!isObject(value)) return { kind: "text", text: String(value) };
  const present = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return { kind: "object", entries: present.map(([key, inner]) => [key, plainText(inner)] as const) };
}

function itemText(item: unknown, [delimiter, ...deeper]: readonly string[]): string {
  if (item === null) return "";
  if (delimiter === undefined || !Array.isArray(item)) return plainText(item);
  return item.map((inner) => itemText(inner, deeper)).join(delimiter);
}

const delimiters: Readonly<Partial<Record<Style, string>>> = {
  spaceDelimited: " ",
  pipeDelimited: "|",
  tabDelimited: "\t",
};

/** A comma stays as it is. */
function delimiterOf(style: Style, encode: Encode): string {
  const delimiter = delimiters[style];
  return delimiter === undefined ? "," : encode(delimiter);
}

/** The value of a path variable (OpenAPI 3.1, section 4.8.12.4; RFC 6570). */
export function pathValue(name: string, value: unknown, encoding: Encoding, encode: Encode): string {
  const { style, explode, innerDelimiters } = encoding;
  const shape = shapeOf(value, innerDelimiters);
  if (style === "label") return `.${joined(shape, explode, explode ? "." : ",", encode)}`;
  if (style !== "matrix") return joined(shape, explode, delimiterOf(style, encode), encode);
  const key = encode(name);
  const pair = (of: string, text: string): string => (text === "" ? `;${of}` : `;${of}=${text}`);
  if (explode && shape.kind === "list") return shape.items.map((item) => pair(key, encode(item))).join("");
  if (explode && shape.kind === "object")
    return shape.entries.map(([of, text]) => pair(encode(of), encode(text))).join("");
  return pair(key, joined(shape, false, ",", encode));
}

/** The value of a header: it is not percent-encoded. */
export function headerText(value: unknown, { style, explode, innerDelimiters }: Encoding): string {
  return joined(shapeOf(value, innerDelimiters), explode, delimiterOf(style, asIs), asIs);
}

const asIs: Encode = (text) => text;

type PairEncoding = Pick<Encoding, "style" | "explode" | "innerDelimiters">;

/** The `name=value` pairs of a query, a form or a cookie; none for an empty list. */
export function pairsOf(name: string, value: unknown, encoding: PairEncoding, encode: Encode): string[] {
  return namedValues(name, value, encoding, encode).map(([key, text]) => `${key}=${text}`);
}

/** The same, each name and value apart. */
export function namedValues(
  name: string,
  value: unknown,
  { style, explode, innerDelimiters }: PairEncoding,
  encode: Encode,
): (readonly [name: string, value: string])[] {
  if (style === "deepObject") return deepValues(name, value, encode);
  const shape = shapeOf(value, innerDelimiters);
  const key = encode(name);
  if (shape.kind === "text") return [[key, encode(shape.text)]];
  if (explode && shape.kind === "list") return shape.items.map((item) => [key, encode(item)]);
  if (explode && shape.kind === "object") return shape.entries.map(([of, text]) => [encode(of), encode(text)]);
  const isEmpty = shape.kind === "list" ? shape.items.length === 0 : shape.entries.length === 0;
  return isEmpty ? [] : [[key, joined(shape, false, delimiterOf(style, encode), encode)]];
}

/** `a[b][c]=1`; the items of a list are numbered, since an unnumbered list of objects cannot be read back. */
function deepValues(name: string, value: unknown, encode: Encode): (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") return [[encode(name), encode(String(value))]];
  return Object.entries(value).flatMap(([key, inner]) => deepValues(`${name}[${key}]`, inner, encode));
}

function joined(shape: Shape, explode: boolean, delimiter: string, encode: Encode): string {
  if (shape.kind === "text") return encode(shape.text);
  if (shape.kind === "list") return shape.items.map(encode).join(delimiter);
  const between = explode ? "=" : delimiter;
  return shape.entries.map(([key, text]) => `${encode(key)}${between}${encode(text)}`).join(delimiter);
}
