/** The picture of docs/architecture.md, section 1: the layers from the top down, and the packages in each. */
export const layers = [
  { layer: "hosts", packages: [] },
  { layer: "day one", packages: ["agent-tools"] },
  { layer: "integrations", packages: ["pi-extension", "eve-connection", "client-configs"] },
  { layer: "fronts", packages: ["mcp-stdio", "mcp-http", "shell", "console", "model-tools"] },
  { layer: "binding", packages: ["mcp-binding"] },
  { layer: "engine", packages: ["runtime", "skills", "governance", "code-mode", "telemetry"] },
  { layer: "adapters", packages: [] },
  { layer: "parts", packages: ["search", "schema", "secrets", "network", "child-process", "pins", "sandbox"] },
  { layer: "contract", packages: ["contract"] },
  { layer: "beside", packages: ["testing"] },
] as const satisfies readonly { layer: string; packages: readonly string[] }[];

/** The name of a layer. */
export type Layer = (typeof layers)[number]["layer"];

/** A package whose name starts so is of that layer, so that a new one needs no entry above. */
export const layerByPrefix: Readonly<Record<string, Layer>> = { "adapter-": "adapters", "store-": "parts" };

/** A workspace member under this folder is of that layer, whatever its name. */
export const layerByFolder: Readonly<Record<string, Layer>> = {
  bench: "hosts",
  examples: "hosts",
  templates: "adapters",
};

/** Layers inside which one package may use another, as long as there is no cycle. */
export const layersWithArrowsInside: readonly Layer[] = ["engine", "parts"];

/** Who may depend on an adapter; everybody else is handed adapters as values. */
export const usersOfAdapters: readonly Layer[] = ["hosts", "day one", "integrations", "beside"];

/** Packages that may import an MCP SDK. */
export const packagesWithMcpSdk = ["mcp-binding", "mcp-stdio", "mcp-http", "adapter-mcp-proxy"];

/** Packages whose root entry runs anywhere, so that nothing of Node is reachable from it. */
export const neutralPackages = ["contract", "search", "mcp-binding"];

/** All that `contract` may depend on. */
export const dependenciesOfContract = ["typebox"];

/** The layer of a workspace member, or undefined where the picture has no place for it. */
export function layerOf(folder: string): Layer | undefined {
  const [parent = "", name = ""] = folder.split("/");
  const byFolder = layerByFolder[parent];
  if (byFolder) return byFolder;
  const byName = layers.find(({ packages }) => (packages as readonly string[]).includes(name));
  if (byName) return byName.layer;
  return Object.entries(layerByPrefix).find(([prefix]) => name.startsWith(prefix))?.[1];
}
