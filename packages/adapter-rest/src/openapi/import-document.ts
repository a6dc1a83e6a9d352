import { isObject, type JsonObject, type Tool } from "@agent-tools/contract";
import { type ApiVersion, versionOf } from "./document-text.js";
import type { Documents } from "./documents.js";
import type { ImportReport, OperationReport } from "./import-report.js";
import { Definition, ImportContext, type ImportedTool, overridesOf } from "./imported-tool.js";
import { type Flawed, type Operation, operationsOf } from "./operation.js";
import { type OperationChoice, whyLeftOut } from "./operation-choice.js";
import { ownGetter } from "./own-getter.js";
import { nameGiver, ownNames } from "./tool-name.js";

/** A description and the tools that it was made into. */
export interface Imported {
  readonly documents: Documents;
  readonly version: ApiVersion;
  readonly definitions: readonly Tool[];
  /** By name. */
  tools(): ReadonlyMap<string, ImportedTool>;
  /** What became of each operation. It makes every schema. */
  report(): ImportReport;
}

/** Makes each chosen operation of a description a tool. Throws `invalid_configuration` where it is none. */
export function importDocument(documents: Documents, choice: OperationChoice): Imported {
  const version = versionOf(documents.root, documents.url?.href ?? "The document");
  const info = isObject(documents.root["info"]) ? documents.root["info"] : {};
  const apiVersion = String(info["version"] ?? "");
  const context = new ImportContext(documents, version, new Meta(documents, apiVersion) as unknown as JsonObject);
  const definitions: Definition[] = [];
  const left: OperationReport[] = [];
  const giveName = nameGiver();
  const operations = operationsOf(documents, version);
  const names = ownNames(operations);
  for (let index = 0; index < operations.length; index += 1) {
    const found = operations[index] as Operation | Flawed;
    if ("reason" in found) {
      left.push({ operation: found.label, status: "skipped", reasons: [found.reason] });
      continue;
    }
    const overrides = overridesOf(found);
    const name = giveName(found, overrides.name ?? (names[index] as string));
    const reason = overrides.enabled === false ? "x-agent-tools disables it" : whyLeftOut(found, name, choice);
    if (reason !== undefined) left.push({ operation: found.label, status: "skipped", reasons: [reason] });
    else definitions.push(new Definition(found, name, overrides, context));
  }
  // A list of names and descriptions can do without.
  let made: ReadonlyMap<string, ImportedTool> | undefined;
  const tools = (): ReadonlyMap<string, ImportedTool> => {
    made ??= new Map(definitions.map((definition) => [definition.name, Definition.tool(definition)]));
    return made;
  };

  return {
    documents,
    version,
    definitions: definitions as readonly Tool[],
    tools,
    report() {
      const operations = [...[...tools().values()].map(reportOf), ...left];
      const count = (status: OperationReport["status"]): number =>
        operations.filter((operation) => operation.status === status).length;
      return {
        title: String(info["title"] ?? ""),
        apiVersion,
        format: version,
        imported: count("imported"),
        degraded: count("degraded"),
        skipped: count("skipped"),
        operations,
        warnings: [...documents.warnings(), ...(operations.length === 0 ? [whyEmpty(documents)] : [])],
      };
    },
  };
}

function whyEmpty({ root }: Documents): string {
  return isObject(root["webhooks"])
    ? "it describes webhooks only, which the service calls itself: there is nothing to call"
    : "it describes no operation";
}

function reportOf(tool: ImportedTool): OperationReport {
  const reasons = tool.flaws();
  return {
    operation: tool.operation.label,
    status: reasons.length > 0 ? "degraded" : "imported",
    tool: tool.definition.name,
    reasons,
  };
}

/** What all tools of a description say of where they come from, made when it is first read. */
class Meta {
  readonly #documents: Documents;
  readonly #sourceVersion: string;
  readonly #now = Date.now();
  #metadata: GenerationMetadata | undefined;

  constructor(documents: Documents, sourceVersion: string) {
    this.#documents = documents;
    this.#sourceVersion = sourceVersion;
    ownGetter(this, "generationMetadata", Meta.#generationMetadata);
  }

  static readonly #generationMetadata = function (this: Meta): GenerationMetadata {
    this.#metadata ??= new GenerationMetadata(this.#documents, this.#sourceVersion, new Date(this.#now));
    return this.#metadata;
  };
}

/** The digest, which takes longest, is made when it is read itself. */
class GenerationMetadata {
  readonly #documents: Documents;
  readonly generatedFrom = "openapi";
  readonly generatedAt: string;
  readonly sourceVersion: string;

  constructor(documents: Documents, sourceVersion: string, now: Date) {
    this.#documents = documents;
    this.generatedAt = now.toISOString();
    this.sourceVersion = sourceVersion;
    ownGetter(this, "digest", GenerationMetadata.#digest);
  }

  static readonly #digest = function (this: GenerationMetadata): string {
    return this.#documents.digest();
  };
}
