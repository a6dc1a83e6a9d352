/** The texts that the project grew from, and what each is called below. */
export const sources = {
  ATR: "Agent Tools Runtime, its README",
  ART: "Herramientas para Agentes de IA: MCP, OpenAPI y Gestión de Herramientas que Realmente Escala, an article",
  VAT: "@vibe-agent-toolkit/gateway-mcp, its README",
  MCPI: "mcpi-ext, its README and changes from 0.1.0 to 0.2.0",
  KOR: "Herramientas y skills gobernadas, Korvun's documentation",
  card: "the design card: docs/architecture.md and what was agreed with it",
  report: "public reports of faults in similar systems, as project#number; each row stands for its whole kind",
} as const;

/** Something that must hold, and that a test proves by citing its id in its title. */
export interface Requirement {
  readonly id: string;
  readonly sentence: string;
  /** A key of `sources` and the place there; several are parted by a semicolon. */
  readonly source: string;
}

/** What must hold by now. A row is added in the commit that makes it true. */
export const requirements: readonly Requirement[] = [
  {
    id: "O01",
    sentence: "The description of run_skill names every skill, with or without meta; a skill without meta still runs.",
    source: "ATR L411",
  },
  {
    id: "O02",
    sentence:
      "discover takes query; call takes toolName, arguments and confirm; run_skill takes skill and arguments, and is there only where there are skills; compact adds plugin.",
    source: "ATR L348",
  },
  {
    id: "O03",
    sentence: "discoverHint ends the description of discover; what discoverContext() gives is attached to its answer.",
    source: "ATR L370, L381",
  },
  {
    id: "O04",
    sentence: "With requireConfirm: false the confirm field stays in the schema, without effect.",
    source: "ATR L391",
  },
  {
    id: "O05",
    sentence:
      "Each per-plugin discover description says that another plugin may cover the domain and names it, or agent_tools_help.",
    source: "ATR L430",
  },
  { id: "O06", sentence: "Session ids are a branded type.", source: "VAT L11" },
  {
    id: "O07",
    sentence: "A host that is not loopback is refused until access control exists, unless explicitly allowed.",
    source: "ATR L37",
  },
  {
    id: "O08",
    sentence: "A host imports the runtime and gets an exposure as plain tool objects, with no transport at all.",
    source: "card",
  },
  {
    id: "O09",
    sentence:
      "An adapter installs alone, with nothing but its own dependencies and the contract, and lists and calls with no runtime.",
    source: "card",
  },
  {
    id: "O10",
    sentence: "defineTool takes any Standard Schema with JSON Schema output; contract does not depend on zod.",
    source: "card",
  },
  {
    id: "O11",
    sentence:
      "Workflows run the checks and release by changesets with provenance; test:watch and test:coverage are there.",
    source: "ATR L601; MCPI L3",
  },
  {
    id: "O30",
    sentence: "mcpServers entries of type stdio, remote, http and sse, and those without a type, are read.",
    source: "MCPI L306",
  },
  {
    id: "O31",
    sentence:
      "Over HTTP there is a JSON-only answer mode, a bad Origin gets 403, and batches are refused where the revision has none.",
    source: "ATR L43",
  },
  {
    id: "O40",
    sentence: "The orderStatusTool object of the article loads as it is; responseTransformation may be a JSON string.",
    source: "ART L26, L60, L92",
  },
  {
    id: "O41",
    sentence:
      "A bare {{NAME}} is a secret where requiredSecrets lists it and the schema has no such property; a clash is an error when loading.",
    source: "ART L65, L138",
  },
  {
    id: "O42",
    sentence: "Timeouts of HTTP tools go from 1,000 to 120,000 ms, 30,000 by default.",
    source: "ART L98",
  },
  {
    id: "O43",
    sentence:
      "An absent optional argument drops its field; a missing required argument or secret is an error before anything is sent.",
    source: "ART L110",
  },
  {
    id: "O44",
    sentence: "When a response transformation fails, the raw data still arrives, with a warning.",
    source: "ART L202",
  },
  {
    id: "O50",
    sentence:
      "A skill's hit is exactly kind, name, description and args, plus related; an empty query finds tools only.",
    source: "ATR L422",
  },
  {
    id: "O51",
    sentence: "A matching skill's hit carries its related list.",
    source: "ATR L508",
  },
  {
    id: "O64",
    sentence:
      "Redirects have a cap; private means loopback, RFC 1918, unique local and link-local, without metadata addresses.",
    source: "KOR L14, L34",
  },
  {
    id: "O81",
    sentence: "A command that is not declared read-only counts as one that changes something.",
    source: "ATR L24",
  },
  {
    id: "R01",
    sentence: "A recursive schema is imported, found, described and called, and stays valid JSON.",
    source: "report fastmcp#1206, #3242",
  },
  {
    id: "R03",
    sentence: "No schema that goes out has a reference to a definition that is gone.",
    source: "report fastmcp#2087, #2366, #3303",
  },
  {
    id: "R05",
    sentence: "An outputSchema whose root is a $ref without type: object is listed so that clients accept it.",
    source: "report fastmcp#2455",
  },
  {
    id: "R07",
    sentence: "A tool with anyOf or oneOf at the root of its inputSchema is listed, described and validated.",
    source: "report codebase-memory-mcp#1524; report argent#773",
  },
  {
    id: "R09",
    sentence: "Properties called title, description, type, default or properties survive every rewriting of a schema.",
    source: "report fastmcp#3582",
  },
  {
    id: "R17",
    sentence:
      "toolName and arguments nested inside arguments are repaired in one step or answered with the exact call; repeating the mistake trips a breaker.",
    source: "report pi#363, #417",
  },
  {
    id: "R21",
    sentence:
      "A server that answers GET with 404 or 405 while POST works causes neither a reconnecting loop nor a fall back to SSE.",
    source: "report claude-code#62198; report pi#204",
  },
  {
    id: "R23",
    sentence: "No child process, nor a child's child, outlives its adapter, its host or the end of standard input.",
    source: "report mcporter#188; report metamcp#162; report mcphub#920",
  },
  {
    id: "R25",
    sentence: "Standard output carries protocol only, whatever a plugin or a child prints.",
    source: "report mcp-hangar#563; report o8#1541",
  },
  {
    id: "R27",
    sentence: "A source that is slow to list does not hold up the others, and is shown as connecting.",
    source: "report toolhive#5847; report 1mcp#421",
  },
  {
    id: "R29",
    sentence: "On Windows, programs behind .cmd files, paths with spaces and awkward arguments are started right.",
    source: "report copilot-cli#3576; report cline#12660; report gsd-2#98",
  },
  {
    id: "R31",
    sentence: "structuredContent of any JSON type and an empty content arrive unchanged.",
    source: "report contextforge#5472, #4042",
  },
  {
    id: "R33",
    sentence: "Annotations, outputSchema, title, icons and _meta are kept.",
    source: "report toolhive#4090, #6190; report contextforge#1258",
  },
  {
    id: "R35",
    sentence: "Every page of a list is read; a cursor that repeats ends the listing with a warning.",
    source: "report agentgateway#3476; report mcp-proxy#233; report codebase-memory-mcp#1247",
  },
  {
    id: "R37",
    sentence: "Questions, progress and log messages in mid-call reach the client that made the call.",
    source: "report contextforge#4302; report litellm#23761",
  },
  {
    id: "R39",
    sentence: "A reply that is lost after the call was carried out is unknown_outcome, and the call is not repeated.",
    source: "report composio#3654; report intent#1530",
  },
  {
    id: "R43",
    sentence: "Urlencoded, multipart, merge-patch, binary and text bodies are sent as the description says.",
    source: "report fastmcp#3932, #3611; report doit#225; report executor#1213",
  },
  {
    id: "R45",
    sentence:
      "Swagger 2.0 descriptions import: host, basePath, schemes, body and formData parameters, collectionFormat.",
    source: "report wso2#4472; report gen-mcp#149",
  },
];
