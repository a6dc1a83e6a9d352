import { applyEdits, type Edit, findNodeAtLocation, modify, type Node, parseTree } from "jsonc-parser";

/**
 * A JSON text with this value at the path. Only what has to be is written: nothing else moves, and comments stay beside
 * what they are about. Where a value other than an object is in the way, the text comes back as it is.
 */
export function editJson(text: string, path: readonly string[], value: object | undefined): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const source = text.trim() === "" ? `{}${eol}` : text;
  if (value === undefined) return applyEdits(source, modify(source, [...path], undefined, {}));
  const root = parseTree(source, [], { allowTrailingComma: true });
  if (!root) return source;
  const known = findNodeAtLocation(root, [...path]);
  const unit = /\n([ \t]+)\S/.exec(source)?.[1] ?? "  ";
  const written = (shown: object, indent: string) =>
    JSON.stringify(shown, null, unit).split("\n").join(`${eol}${indent}`);
  if (known) {
    const content = written(value, indentAt(source, known.parent?.offset ?? known.offset));
    return applyEdits(source, [{ offset: known.offset, length: known.length, content }]);
  }
  // The innermost object that is there gets a member with all that is missing in it.
  let depth = path.length - 1;
  while (depth > 0 && !findNodeAtLocation(root, path.slice(0, depth))) depth -= 1;
  const parent = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth));
  const [key = "", ...inner] = path.slice(depth);
  if (parent?.type !== "object") return source;
  const last = parent.children?.at(-1);
  const first = parent.children?.[0];
  const outer = indentAt(source, parent.offset);
  const isSpread = first !== undefined && source.slice(parent.offset, first.offset).includes("\n");
  const indent = isSpread ? indentAt(source, first.offset) : outer + unit;
  const shown = inner.reduceRight<object>((rest, name) => ({ [name]: rest }), value);
  const member = `${eol}${indent}${JSON.stringify(key)}: ${written(shown, indent)}`;
  return applyEdits(source, insertion(source, parent, last, member, `${eol}${outer}`));
}

/** The edits that put a member behind the last one, its comma and the comment on its line. */
function insertion(text: string, parent: Node, last: Node | undefined, member: string, closing: string): Edit[] {
  const end = parent.offset + parent.length - 1;
  if (!last) {
    const rest = text.slice(parent.offset + 1, end);
    const content = rest.includes("\n") ? member : member + closing;
    return [{ offset: rest.trim() === "" && rest.includes("\n") ? parent.offset + 1 : end, length: 0, content }];
  }
  const start = last.offset + last.length;
  let hasComma = false;
  let at = start;
  for (const [token] of text.slice(start, end).matchAll(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,|\r?\n|[^\S\r\n]+/g)) {
    if (/^\r?\n/.test(token) && (hasComma || !text.slice(at, end).includes(","))) break;
    hasComma ||= token === ",";
    at += token.length;
  }
  const isOnOneLine = !text.slice(at, end).includes("\n");
  const place = isOnOneLine ? end : at;
  return [
    ...(hasComma ? [] : [{ offset: start, length: 0, content: "," }]),
    { offset: place, length: 0, content: isOnOneLine ? member + closing : member + (hasComma ? "," : "") },
  ];
}

/** The blanks at the beginning of that line. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
