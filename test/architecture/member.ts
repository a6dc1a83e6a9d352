import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { ownFiles } from "../own-files.js";

/** The fields of a manifest that the rules read. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** One import or re-export of a source file. */
export interface Import {
  /** The importing file, relative to the member's folder. */
  readonly file: string;
  readonly specifier: string;
  /** True where nothing of it is left at run time. */
  readonly isTypeOnly: boolean;
}

/** One workspace member: a package, an example, a template or the benches. */
export interface Member {
  /** Relative to the repository's root, for example `packages/runtime`. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Of its sources; tests may import what they like. */
  readonly imports: readonly Import[];
}

/** Every workspace member under `root`. */
export function readMembers(root: string): Member[] {
  const folders = ["packages", "examples", "templates"].flatMap((parent) =>
    existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : [],
  );
  return [...folders, "bench"]
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .map((folder) => readMember(root, folder));
}

function readMember(root: string, folder: string): Member {
  const base = join(root, folder);
  const sources = existsSync(join(base, "src")) ? join(base, "src") : base;
  return {
    folder,
    manifest: JSON.parse(readFileSync(join(base, "package.json"), "utf8")),
    imports: ownFiles(sources, ["test"])
      .filter((path) => /\.(ts|mts|mjs)$/.test(path))
      .flatMap((path) => readImports(path, relative(base, path))),
  };
}

function readImports(path: string, file: string): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const isTypeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      found.push({ file, specifier: node.moduleSpecifier.text, isTypeOnly });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ file, specifier: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteral(specifier))
        found.push({ file, specifier: specifier.text, isTypeOnly: false });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) found.push({ file, specifier: literal.text, isTypeOnly: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  return found;
}

/** The file that a relative import of a member's source file means, relative to the member's folder. */
export function resolveRelative(file: string, specifier: string): string {
  return join(dirname(file), specifier).replace(/\.js$/, ".ts");
}

/** The package that an import comes from: `@scope/name/entry` is of `@scope/name`. */
export function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
