import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { ownFiles } from "../own-files.js";

const testFile = /\.(test|test-d)\.ts$/;

/** The ids of requirements that the titles of a test file's tests and suites cite. */
export function citedIn(source: string): string[] {
  const ids: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ["describe", "it", "test"].includes(rootName(node.expression))) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        ids.push(...(title.getText().match(/\b[OR]\d{2,3}\b/g) ?? []));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("test.ts", source, ts.ScriptTarget.Latest, true));
  return ids;
}

/** Every id that a test under `root` cites, and the files that do. */
export function citations(root: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of testFiles(root)) {
    for (const id of citedIn(readFileSync(join(root, file), "utf8"))) {
      found.set(id, [...(found.get(id) ?? []), file]);
    }
  }
  return found;
}

function testFiles(root: string): string[] {
  return ["packages", "examples", "templates", "test"].flatMap((folder) =>
    ownFiles(join(root, folder))
      .filter((file) => testFile.test(file))
      .map((file) => relative(root, file)),
  );
}

/** `test` of `test(…)`, `test.each(…)(…)`, and the like. */
function rootName(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) {
    return rootName(expression.expression);
  }
  return "";
}
