/** The texts that the project grew from, and what each is called below. */
export const sources = {
  ATR: "Agent Tools Runtime, its README",
  ART: "Herramientas para Agentes de IA: MCP, OpenAPI y Gestión de Herramientas que Realmente Escala, an article",
  VAT: "@vibe-agent-toolkit/gateway-mcp, its README",
  MCPI: "mcpi-ext, its README and changes from 0.1.0 to 0.2.0",
  KOR: "Herramientas y skills gobernadas, Korvun's documentation",
  card: "the design card: docs/architecture.md and what was agreed with it",
} as const;

/** Something that must hold, and that a test proves by citing its id in its title. */
export interface Requirement {
  readonly id: string;
  readonly sentence: string;
  /** A key of `sources`, and the line there. */
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
    source: "ATR L601, MCPI L3",
  },
];
