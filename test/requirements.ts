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

/** What must hold. A test cites each one, apart from those in `unproved`. */
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
    id: "O20",
    sentence:
      'Schema defaults are filled in and recorded, "true" and "false" become booleans where one is declared, and every change is listed by kind and path, never by value.',
    source: "ART L555",
  },
  {
    id: "O21",
    sentence: "toProviderTool gives the complete function-calling entry for OpenAI, Anthropic and Google.",
    source: "ART L37",
  },
  {
    id: "O22",
    sentence:
      "Request helpers for Anthropic (defer_loading) and OpenAI Responses (tool_search) serve hosts that talk to a model themselves.",
    source: "MCPI L53, L420",
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
    id: "O45",
    sentence:
      "baseUrl overrides every server; where a definition came from is kept in _meta, outside the pin's digest; the default name is the snake_case operationId, else method and path.",
    source: "ART L268, L276, L313",
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
    id: "O52",
    sentence:
      "load_skill returns the body and unblocks in one step; an unreadable body unblocks nothing; the refusal names the skill to load.",
    source: "MCPI L61, L431",
  },
  {
    id: "O53",
    sentence:
      "Skill bodies have a budget of 8,192 code points, one over it is listed by name, and skillsPrompt() serves hosts with a system prompt of their own.",
    source: "KOR L64",
  },
  {
    id: "O54",
    sentence:
      "A session narrows itself to toolsets by discover or load_skill, and the listed tools stay the same where caches matter.",
    source: "ART L827; ATR L171",
  },
  {
    id: "O60",
    sentence:
      "loadGovernance reads the printed JSON as it stands, ignores policy.kind with a note, and reads it again when applied while running.",
    source: "KOR L66",
  },
  {
    id: "O61",
    sentence:
      "A governance file without a governance block means every listed tool on every channel, and the report says so.",
    source: "KOR L30",
  },
  {
    id: "O62",
    sentence:
      "memory_note without its memory block, or without a grant that covers it, refuses to start; notes come back in their scope.",
    source: "KOR L16, L20",
  },
  {
    id: "O63",
    sentence:
      "/tools shows effective permissions, channel limits, sensitivity, the shield and recent activity, with no model in between.",
    source: "KOR L40",
  },
  {
    id: "O64",
    sentence:
      "Redirects have a cap; private means loopback, RFC 1918, unique local and link-local, without metadata addresses.",
    source: "KOR L14, L34",
  },
  {
    id: "O65",
    sentence:
      "No shell tool starts a process; agent_tools_exec is virtual, without processes or network, and can itself be granted and denied.",
    source: "KOR L18",
  },
  {
    id: "O66",
    sentence: "knowledge_search is a caged system tool over named folders, sensitive by default, on our own search.",
    source: "ART L79",
  },
  {
    id: "O67",
    sentence:
      "Secrets fall back from caller to workspace, never across workspaces; a missing one is a named error before any send; a tool as well as a plugin declares them.",
    source: "ART L594",
  },
  {
    id: "O68",
    sentence: "A caller carries externalReferenceIds, which policy, visibility and secrets can match.",
    source: "ART L705",
  },
  {
    id: "O69",
    sentence:
      "Toolsets attach by semver range; a public one shares definitions and never secrets; imported operations can be saved and changed.",
    source: "ART L411, L775",
  },
  {
    id: "O70",
    sentence:
      "An HTTP API lists and executes an agent's tools with bearer tokens; a front in a process of its own loads them per connection.",
    source: "ART L433, L448",
  },
  {
    id: "O71",
    sentence:
      "Where the audit is required, a started record precedes execution, and a crash leaves it unknown_outcome.",
    source: "ART L744",
  },
  {
    id: "O80",
    sentence:
      "examples/runtime-host loads plugin folders with no code, with the scripts mcp, mcp:http, serve and probe.",
    source: "ATR L29, L558",
  },
  {
    id: "O81",
    sentence: "A command that is not declared read-only counts as one that changes something.",
    source: "ATR L24",
  },
  {
    id: "O82",
    sentence:
      "tool-cli --help lists the plugins; the ToolProvider interface and its wire are published for other languages.",
    source: "MCPI L93, L484",
  },
  { id: "O83", sentence: "agent-tools tools --as shows what a principal may use.", source: "KOR L40" },
  {
    id: "O84",
    sentence:
      "The Pi extension starts and stops the tool-cli server with its session, and two sessions at once stay apart.",
    source: "MCPI L480, L515",
  },
  {
    id: "O90",
    sentence:
      "code_search lists and describes tools by pages; a flat call works where the name is unique, and otherwise the error names the full paths.",
    source: "MCPI L182, L203",
  },
  {
    id: "O91",
    sentence:
      "Code mode has 128 MB and 30 s of guest time by default, answers with success, result, error, logs and executionTimeMs, and never has a network.",
    source: "MCPI L192; ART L628, L645",
  },
  {
    id: "O92",
    sentence: "eligibility: read-only-structured admits only tools with readOnlyHint and an outputSchema.",
    source: "MCPI L174",
  },
  {
    id: "O93",
    sentence: "The suite for executors is published, so that a stronger one can be added.",
    source: "ART L624",
  },
  {
    id: "O94",
    sentence: "examples/three-tiers does one task with code mode, the shell and a skill.",
    source: "MCPI L208",
  },
  { id: "O100", sentence: "An agent's archetype is one of a closed set, shown in listings.", source: "VAT L186" },
  {
    id: "O101",
    sentence: "One call serves registered agents over stdio with an observability provider.",
    source: "VAT L35, L247",
  },
  { id: "O102", sentence: "A runtime may keep its own state and give back only an id.", source: "VAT L114" },
  {
    id: "O103",
    sentence:
      "A collection of agents has a name and a description, is looked up by package, version and name, and never automatically.",
    source: "VAT L156, L174, L356",
  },
  {
    id: "O104",
    sentence: "OpenTelemetry log records carry trace ids; the console logger writes nothing to standard output.",
    source: "VAT L238, L286",
  },
  {
    id: "O105",
    sentence: "Agents have health as tools do; alerts exist for success and for latency.",
    source: "ART L769, L785",
  },
  {
    id: "O106",
    sentence: "The AI SDK with a scripted model uses an exposure in process, with no transport.",
    source: "card",
  },
  {
    id: "O111",
    sentence: "Given only an mcpServers file, the Pi extension builds the host itself.",
    source: "MCPI L24",
  },
  {
    id: "O112",
    sentence: "The packed extension works by pi install and by -e; connect --print shows each client's own command.",
    source: "ATR L111, L141",
  },
  {
    id: "O113",
    sentence: "connect writes absolute paths, and says whether to restart the client and where its logs are.",
    source: "VAT L104",
  },
  { id: "O114", sentence: "/agent-tools tools works in Pi.", source: "KOR L40" },
  {
    id: "O120",
    sentence: "Plugins of the origin's prefixes load; a table maps each original to its stand-in.",
    source: "ATR L440",
  },
  {
    id: "O121",
    sentence:
      "The n8n skills keep their names, modes and environment variables; a wrong mode is an error, never a default report.",
    source: "ATR L83, L387",
  },
  {
    id: "O122",
    sentence: "quality-gate-check composes five calls; a command of two parts is a small server in Python.",
    source: "ATR L449",
  },
  {
    id: "O123",
    sentence: "A packed plugin that is built outside the workspace depends on contract and testing only.",
    source: "card",
  },
  { id: "O130", sentence: "The activity page is live since its window opened, and keeps nothing.", source: "KOR L38" },
  {
    id: "O131",
    sentence:
      "The threat model goes through OWASP's lists line by line, and says that plugins are no boundary where the agent has a shell.",
    source: "ART L543; ATR L551",
  },
  { id: "O132", sentence: "The reference of the configuration is generated.", source: "KOR L5" },
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
    id: "R11",
    sentence:
      "Names of 64 characters or less are distinct and the same after a restart, also where long ones begin alike.",
    source: "report claude-code#21136; report fastapi_mcp#161; report mcp-use#1885",
  },
  { id: "R13", sentence: "A name that fits two sources is refused with both candidates.", source: "report mcpi D030" },
  {
    id: "R15",
    sentence: "Tools without a description are found by their names and parameters, and nothing prints undefined.",
    source: "report of the origin",
  },
  {
    id: "R17",
    sentence:
      "toolName and arguments nested inside arguments are repaired in one step or answered with the exact call; repeating the mistake trips a breaker.",
    source: "report pi#363, #417",
  },
  {
    id: "R19",
    sentence: "key=value arguments of the command line keep text as text and take nested JSON.",
    source: "report mcporter#140, #74, #100",
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
    id: "R41",
    sentence: "Parameters of a path item, referenced ones included, count for its operations, which may override them.",
    source: "report agentgateway#1579; report mcp2cli#95; report WxMCPServer#1",
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
  {
    id: "R47",
    sentence: "A description of 12 MB imports within two seconds; 2XX responses and awkward path values are right.",
    source: "report executor#731, #1275; report wso2#4477; report fastmcp#4076",
  },
  {
    id: "R49",
    sentence: "Twelve calls that meet a 401 at once redeem a refresh token once, across processes too.",
    source: "report mcporter#307; report pi#422",
  },
  {
    id: "R51",
    sentence: "Credentials are not sent across origins by a redirect, and a header value with line breaks is refused.",
    source: "report utcp#25; report chat-ui#2250",
  },
  {
    id: "R53",
    sentence: "A tool that is pending or has changed is neither found nor called.",
    source: "report mcpproxy#218, #337",
  },
  {
    id: "R55",
    sentence: "Whatever discover finds can be called, or is marked as not callable.",
    source: "report mcphub#946; report mcpproxy#874",
  },
];

/** What no test proves yet. A row leaves this list in the commit that makes it true. */
export const unproved: readonly string[] = [
  "O80 O82 O83 O84 O90 O91 O92 O93 O94",
  "O100 O101 O102 O103 O104 O105 O120 O121 O122 O123 O130 O131 O132",
  "R19",
].flatMap((ids) => ids.split(" "));
