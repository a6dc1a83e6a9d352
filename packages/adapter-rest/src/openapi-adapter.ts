import {
  type Adapter,
  type AdapterHost,
  type CallContext,
  type Effect,
  standaloneHost,
  type Tool,
  ToolError,
  type ToolResult,
} from "@agent-tools/contract";
import type { Credential } from "./credential.js";
import { runCall } from "./http-call.js";
import { callSignal, type HttpClient, httpClient } from "./http-client.js";
import { defaultTimeout, type HttpTool, isTimeout } from "./http-tool.js";
import type { ReferenceRules } from "./openapi/document-source.js";
import { loadDocuments } from "./openapi/documents.js";
import { type Imported, importDocument } from "./openapi/import-document.js";
import type { ImportReport } from "./openapi/import-report.js";
import { checkIntegers } from "./openapi/long-integers.js";
import type { OperationChoice } from "./openapi/operation-choice.js";
import { buildRequest } from "./openapi/request-builder.js";
import { savedOperation } from "./openapi/saved-operation.js";
import { checkCredentials, obtainCredentials, requirementsOf } from "./openapi/security.js";
import { type ServerChoice, serverUrl } from "./openapi/servers.js";
import { ownField } from "./own-field.js";
import type { Pagination } from "./pagination.js";
import { type TokenCache, tokenCache } from "./token-cache.js";
import { toolNamed } from "./tool-named.js";

/** Of a host only the network is used, so that all adapters without one can share it. */
const alone: AdapterHost = standaloneHost();

/** What `openApiAdapter` is made of. */
export interface OpenApiOptions extends ServerChoice, OperationChoice {
  /** A Swagger 2.0 or OpenAPI 3.0 to 3.2 description: a file, a URL, JSON or YAML text, or the parsed object. */
  readonly document: string | URL | object;
  /** Which other files and origins it may refer to. */
  readonly references?: ReferenceRules;
  /** The credential of each security scheme, by its name in the description. Requests go out without what is not here. */
  readonly security?: Readonly<Record<string, Credential>>;
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
  /**
   * One of its tools as an HTTP tool for `restAdapter`, as plain JSON, to be saved and changed. Throws `unsupported` where a
   * template cannot say what the operation needs, and `unknown_target` where there is no tool of that name.
   */
  httpTool(name: string): HttpTool;
}

/**
 * An adapter with one tool for each operation of an OpenAPI description. An operation that cannot be a tool is left out
 * and reported; the others live. Throws `invalid_configuration` where the document cannot be read or is no description.
 */
export async function openApiAdapter(options: OpenApiOptions, host: AdapterHost = alone): Promise<OpenApiAdapter> {
  const { timeout = defaultTimeout } = options;
  if (!isTimeout(timeout)) {
    throw new ToolError("invalid_configuration", `timeout: ${timeout} is not in the range of 1,000 to 120,000 ms.`);
  }
  const loading = loadDocuments(options.document, options.references ?? {}, host);
  // To wait for what is there already has its price, beside a short description.
  const documents = loading instanceof Promise ? await loading : loading;
  const imported = importDocument(documents, options);
  if (options.security) checkCredentials(options.security, documents, imported.version);
  return new ImportedAdapter(imported, options, httpClient(host));
}

class ImportedAdapter implements OpenApiAdapter {
  readonly reportsDispatch = true;
  readonly #imported: Imported;
  readonly #options: OpenApiOptions;
  readonly #client: HttpClient;
  #tokens: TokenCache | undefined;
  #report: ImportReport | undefined;

  constructor(imported: Imported, options: OpenApiOptions, client: HttpClient) {
    this.#imported = imported;
    this.#options = options;
    this.#client = client;
  }

  get report(): ImportReport {
    this.#report ??= this.#imported.report();
    return this.#report;
  }

  listTools(): { readonly tools: readonly Tool[] } {
    return { tools: this.#imported.definitions };
  }

  effect(name: string): Effect | undefined {
    return this.#imported.tools().get(name)?.effect;
  }

  httpTool(name: string): HttpTool {
    const tool = toolNamed(this.#imported.tools(), name);
    const { documents, version } = this.#imported;
    return savedOperation(tool, {
      server: serverUrl(tool.operation, documents, version, this.#options),
      requirements: requirementsOf(tool.operation, documents, version),
      credentials: this.#options.security ?? {},
    });
  }

  async call(name: string, args: Readonly<Record<string, unknown>>, given: CallContext): Promise<ToolResult> {
    const tool = toolNamed(this.#imported.tools(), name);
    const { operation, effect, isIdempotent } = tool;
    const { security = {}, timeout = defaultTimeout, idempotencyHeader, pagination } = this.#options;
    const { documents, version } = this.#imported;
    const signal = callSignal(given.signal, timeout);
    const context = { ...given, signal };
    this.#tokens ??= tokenCache();
    const server = serverUrl(operation, documents, version, this.#options);
    checkIntegers(args, () => tool.definition.inputSchema);
    const request = buildRequest(tool.callable(), server, args ?? {});
    const credentials = await obtainCredentials(requirementsOf(operation, documents, version), security, {
      client: this.#client,
      tokens: this.#tokens,
      context,
      baseUrl: `${server}/`,
    });
    return runCall(
      {
        tool: name,
        request,
        label: operation.label,
        effect,
        isRepeatable: isIdempotent,
        credentials,
        idempotencyHeader,
        pagination: pagination && ownField(pagination, name),
        transformation: undefined,
        secrets: [],
        signal,
      },
      this.#client,
      context,
    );
  }

  close(): void {
    this.#client.close();
  }
}
