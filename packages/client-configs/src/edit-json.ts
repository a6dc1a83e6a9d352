import { applyEdits, type Edit, findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

/**
 * A JSON text with this value at the path. Only what has to be is written: nothing else moves, and comments stay beside
 * what they are about. `undefined` takes it out. Where a value other than an object is in the way, the text comes back as it is.
 */
export function editJson(text: string, path: readonly string[], value: object | undefined): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const source = text.trim() === "" ? `{}${eol}` : text;
  const root = parseTree(source, [], { allowTrailingComma: true });
  if (!root) return source;
  const known = findNodeAtLocation(root, [...path]);
  if (value === undefined) {
    const member = known?.parent;
    return member?.parent ? applyEdits(source, removal(source, member.parent, member)) : source;
  }
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
    const start = parent.offset + 1 + text.slice(parent.offset + 1, end).trimEnd().length;
    const isOpen = text.slice(start, end).includes("\n");
    return [{ offset: isOpen ? start : end, length: 0, content: isOpen ? member : member + closing }];
  }
  const start = last.offset + last.length;
  const comma = commaBetween(text, start, end);
  const at = commentEnd(text, comma === undefined ? start : comma + 1, end);
  const isOnOneLine = !text.slice(at, end).includes("\n");
  return [
    ...(comma === undefined ? [{ offset: start, length: 0, content: "," }] : []),
    {
      offset: isOnOneLine ? end : at,
      length: 0,
      content: isOnOneLine ? member + closing : member + (comma === undefined ? "" : ","),
    },
  ];
}

/** The edits that take a member out, with its comma and the comment on its line: what `insertion` did, undone. */
function removal(text: string, parent: Node, member: Node): Edit[] {
  const siblings = parent.children ?? [];
  const index = siblings.indexOf(member);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const beforeEnd = before ? before.offset + before.length : parent.offset + 1;
  const close = parent.offset + parent.length - 1;
  const bound = after?.offset ?? close;
  const memberEnd = member.offset + member.length;
  const comma = commaBetween(text, memberEnd, bound);
  const cut = comma === undefined ? memberEnd : comma + 1;
  const end = commentEnd(text, cut, bound);
  const blanks = /(?:\r?\n)?[^\S\r\n]*$/.exec(text.slice(beforeEnd, member.offset))?.[0].length ?? 0;
  // Beside a member that follows on its line it leaves the blanks before it, else those behind it.
  const isBesides = after !== undefined && !/^[^\S\r\n]*\r?\n/.test(text.slice(end));
  const from = isBesides ? member.offset : member.offset - blanks;
  // What is left closes on the line on which it opens.
  const isOneLine = text.slice(end, close).trim() === "" && !/\n|\/\//.test(text.slice(parent.offset, from));
  const to = isOneLine ? close : isBesides ? end + (/^[^\S\r\n]*/.exec(text.slice(end))?.[0].length ?? 0) : end;
  const lastComma = after || comma !== undefined ? undefined : commaBetween(text, beforeEnd, member.offset);
  return [
    ...(lastComma === undefined ? [] : [{ offset: lastComma, length: 1, content: "" }]),
    { offset: from, length: to - from, content: "" },
  ];
}

/** Where the comma between two places is, comments aside. */
function commaBetween(text: string, start: number, end: number): number | undefined {
  for (const { 0: token, index } of text.slice(start, end).matchAll(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,/g)) {
    if (token === ",") return start + index;
  }
  return undefined;
}

/** Where the comments that end this line end; the place itself where there is more on the line than comments. */
function commentEnd(text: string, at: number, end: number): number {
  const comments = /^(?:[^\S\r\n]|\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/)*(?=\r?\n)/.exec(text.slice(at, end));
  return at + (comments?.[0].trimEnd().length ?? 0);
}

/** The blanks at the beginning of that line. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
