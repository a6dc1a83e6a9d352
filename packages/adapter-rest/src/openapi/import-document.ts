import { isObject, type JsonObject } from "@agent-tools/contract";
import { type ApiVersion, versionOf } from "./document-text.js";
import type { Documents } from "./documents.js";
import type { ImportReport, OperationReport } from "./import-report.js";
import { type ImportContext, type ImportedTool, importTool, overridesOf } from "./imported-tool.js";
import { operationsOf } from "./operation.js";
import { type OperationChoice, whyLeftOut } from "./operation-choice.js";
import { ownGetter } from "./own-getter.js";
import { schemaNormalizer } from "./schema-normalizer.js";
import { nameGiver } from "./tool-name.js";

/** A description and the tools that it was made into. */
export interface Imported {
  readonly documents: Documents;
  readonly version: ApiVersion;
  /** By name. */
  readonly tools: ReadonlyMap<string, ImportedTool>;
  /** What became of each operation. It makes every schema. */
  report(): ImportReport;
}

/** Makes each chosen operation of a description a tool. Throws `invalid_configuration` where it is none. */
export function importDocument(documents: Documents, choice: OperationChoice): Imported {
  const version = versionOf(documents.root, documents.url?.href ?? "The document");
  const info = isObject(documents.root["info"]) ? documents.root["info"] : {};
  const apiVersion = String(info["version"] ?? "");
  const meta = { generationMetadata: new GenerationMetadata(documents, apiVersion) } as unknown as JsonObject;
  const context: ImportContext = { documents, version, normalizer: schemaNormalizer(documents, version), meta };
  const tools = new Map<string, ImportedTool>();
  const left: OperationReport[] = [];
  const giveName = nameGiver();
  for (const found of operationsOf(documents, version)) {
    if ("reason" in found) {
      left.push({ operation: found.label, status: "skipped", reasons: [found.reason] });
      continue;
    }
    const overrides = overridesOf(found);
    const name = giveName(found, overrides.name);
    const reason = overrides.enabled === false ? "x-agent-tools disables it" : whyLeftOut(found, name, choice);
    if (reason !== undefined) left.push({ operation: found.label, status: "skipped", reasons: [reason] });
    else tools.set(name, importTool(found, name, overrides, context));
  }

  return {
    documents,
    version,
    tools,
    report() {
      const operations = [...[...tools.values()].map(reportOf), ...left];
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
        warnings: [...documents.warnings, ...(operations.length === 0 ? [whyEmpty(documents)] : [])],
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

/** Where a tool comes from. The digest is made when it is first read. */
class GenerationMetadata {
  readonly #documents: Documents;
  readonly generatedFrom = "openapi";
  readonly generatedAt: string = new Date().toISOString();
  readonly sourceVersion: string;

  constructor(documents: Documents, sourceVersion: string) {
    this.#documents = documents;
    this.sourceVersion = sourceVersion;
    Object.defineProperty(this, "digest", GenerationMetadata.#digest);
  }

  static readonly #digest: PropertyDescriptor = ownGetter((metadata: GenerationMetadata) =>
    metadata.#documents.digest(),
  );
}
