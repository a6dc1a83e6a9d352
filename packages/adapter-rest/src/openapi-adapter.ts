import {
  type Adapter,
  type AdapterHost,
  type CallContext,
  isObject,
  standaloneHost,
  ToolError,
  type ToolResult,
} from "@agent-tools/contract";
import type { Credential } from "./credential.js";
import { runCall } from "./http-call.js";
import { callSignal, httpClient } from "./http-client.js";
import { defaultTimeout, isTimeout } from "./http-tool.js";
import type { ReferenceRules } from "./openapi/document-source.js";
import { versionOf } from "./openapi/document-text.js";
import { loadDocuments } from "./openapi/documents.js";
import type { ImportReport, OperationReport } from "./openapi/import-report.js";
import { type ImportedTool, importTool, overridesOf } from "./openapi/imported-tool.js";
import { type Operation, operationsOf } from "./openapi/operation.js";
import { buildRequest } from "./openapi/request-builder.js";
import { schemaNormalizer } from "./openapi/schema-normalizer.js";
import { checkCredentials, obtainCredentials, requirementsOf } from "./openapi/security.js";
import { type ServerChoice, serverUrl } from "./openapi/servers.js";
import { nameGiver } from "./openapi/tool-name.js";
import type { Pagination } from "./pagination.js";
import { tokenCache } from "./token-cache.js";

/** What `openApiAdapter` is made of. */
export interface OpenApiOptions extends ServerChoice {
  /** A Swagger 2.0 or OpenAPI 3.0 to 3.2 description: a file, a URL, JSON or YAML text, or the parsed object. */
  readonly document: string | URL | object;
  /** Which other files and origins it may refer to. */
  readonly references?: ReferenceRules;
  /** The credential of each security scheme, by its name in the description. Requests go out without what is not here. */
  readonly security?: Readonly<Record<string, Credential>>;
  /** Only tools of these names; `*` stands for any characters. */
  readonly include?: readonly string[];
  /** No tools of these names. */
  readonly exclude?: readonly string[];
  /** Only operations that have one of these tags. */
  readonly tags?: readonly string[];
  /** Tools that read several pages in one call, by name. */
  readonly pagination?: Readonly<Record<string, Pagination>>;
  /** A header, such as `Idempotency-Key`, under which the service recognises a repeat: a lost change is then sent again. */
  readonly idempotencyHeader?: string;
  /** Milliseconds for each whole call, 1,000 to 120,000. Default 30,000. */
  readonly timeout?: number;
}

/** An adapter over the operations of a description. */
export interface OpenApiAdapter extends Adapter {
  /** What became of each operation. Its first reading makes every schema, which listing does not need. */
  readonly report: ImportReport;
}

/**
 * An adapter with one tool for each operation of an OpenAPI description. An operation that cannot be a tool is left out
 * and reported; the others live. Throws `invalid_configuration` where the document cannot be read or is no description.
 */
export async function openApiAdapter(
  options: OpenApiOptions,
  host: AdapterHost = standaloneHost(),
): Promise<OpenApiAdapter> {
  const { security = {}, timeout = defaultTimeout } = options;
  if (!isTimeout(timeout)) {
    throw new ToolError("invalid_configuration", `timeout: ${timeout} is not in the range of 1,000 to 120,000 ms.`);
  }
  const documents = await loadDocuments(options.document, options.references ?? {}, host);
  const version = versionOf(documents.root, documents.url?.href ?? "The document");
  checkCredentials(security, documents, version);
  const tools = new Map<string, ImportedTool>();
  const left: OperationReport[] = [];
  const giveName = nameGiver();
  const info = isObject(documents.root["info"]) ? documents.root["info"] : {};
  const meta = {
    generationMetadata: {
      generatedFrom: "openapi",
      generatedAt: new Date().toISOString(),
      sourceVersion: String(info["version"] ?? ""),
      get digest() {
        return documents.digest();
      },
    },
  };

  const context = { documents, version, normalizer: schemaNormalizer(documents, version), meta };
  for (const found of operationsOf(documents, version)) {
    if ("reason" in found) {
      left.push({ operation: found.label, status: "skipped", reasons: [found.reason] });
      continue;
    }
    const overrides = overridesOf(found);
    const name = giveName(found, overrides.name);
    const reason = overrides.enabled === false ? "x-agent-tools disables it" : filtered(found, name, options);
    if (reason !== undefined) left.push({ operation: found.label, status: "skipped", reasons: [reason] });
    else tools.set(name, importTool(found, name, overrides, context));
  }

  const definitions = [...tools.values()].map(({ definition }) => definition);
  const client = httpClient(host);
  const tokens = tokenCache();
  let report: ImportReport | undefined;

  async function call(
    tool: ImportedTool,
    args: Readonly<Record<string, unknown>>,
    given: CallContext,
  ): Promise<ToolResult> {
    const { operation, effect, isIdempotent } = tool;
    const signal = callSignal(given.signal, timeout);
    const context = { ...given, signal };
    const server = serverUrl(operation, documents, version, options);
    const request = buildRequest(tool.callable(), server, args);
    const requirements = requirementsOf(operation, documents, version);
    const credentials = await obtainCredentials(requirements, security, {
      client,
      tokens,
      context,
      baseUrl: `${server}/`,
    });
    const { name } = tool.definition;
    return runCall(
      {
        tool: name,
        request,
        label: operation.label,
        effect,
        isRepeatable: isIdempotent,
        credentials,
        idempotencyHeader: options.idempotencyHeader,
        pagination: options.pagination?.[name],
        transformation: undefined,
        secrets: [],
        signal,
      },
      client,
      context,
    );
  }

  return {
    listTools: () => ({ tools: definitions }),
    effect: (name) => tools.get(name)?.effect,
    reportsDispatch: true,
    async call(name, args, context) {
      const tool = tools.get(name);
      if (!tool) throw new ToolError("unknown_target", `There is no tool "${name}" here.`);
      return call(tool, args ?? {}, context);
    },
    close: () => client.close(),
    get report() {
      report ??= makeReport();
      return report;
    },
  };

  function makeReport(): ImportReport {
    const made = [...tools.values()].map((tool): OperationReport => {
      const { operation, definition } = tool;
      const reasons = tool.flaws();
      return {
        operation: operation.label,
        status: reasons.length > 0 ? "degraded" : "imported",
        tool: definition.name,
        reasons,
      };
    });
    const operations = [...made, ...left];
    const count = (status: OperationReport["status"]): number =>
      operations.filter((operation) => operation.status === status).length;
    return {
      title: String(info["title"] ?? ""),
      apiVersion: String(info["version"] ?? ""),
      format: version,
      imported: count("imported"),
      degraded: count("degraded"),
      skipped: count("skipped"),
      operations,
      warnings: documents.warnings,
    };
  }
}

function filtered(operation: Operation, name: string, { include, exclude, tags }: OpenApiOptions): string | undefined {
  if (!tags && !include && !exclude) return undefined;
  const own = Array.isArray(operation.fields["tags"]) ? operation.fields["tags"] : [];
  if (tags && !tags.some((tag) => own.includes(tag))) return "none of its tags is chosen";
  if (include && !include.some((pattern) => matches(name, pattern))) return "include does not name it";
  return exclude?.some((pattern) => matches(name, pattern)) ? "exclude names it" : undefined;
}

function matches(name: string, pattern: string): boolean {
  const escaped = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`).test(name);
}
