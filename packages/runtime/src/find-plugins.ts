import { readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Adapter,
  type AdapterHost,
  isObject,
  type Plugin,
  type PluginFields,
  type Problem,
  type Skill,
  ToolError,
} from "@agent-tools/contract";
import { loadSkill } from "@agent-tools/skills";
import { checkPluginFields } from "./plugin-check.js";

/** Where to look for plugin folders. */
export interface FindPluginsOptions {
  /** Plugin folders in it and in its `node_modules`. Default: the working directory. */
  readonly directory?: string;
  /** Read for `AGENT_TOOLS_PLUGINS_DIR`. Default `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The plugins that were found, and the folders that could not be loaded. */
export interface FoundPlugins {
  readonly plugins: readonly Plugin[];
  readonly problems: readonly Problem[];
}

const FOLDER = /^agent-tools-plugin-./;
const MANIFEST = "plugin.json";
const known = new Set([
  ...["name", "prefix", "description", "domain", "readonlyTools", "effects", "requireConfirm", "discoverHint"],
  ...["secrets", "toolSecrets", "trustAnnotations", "catalogue"],
]);

/**
 * The plugin folders `agent-tools-plugin-*` beside the host, in its `node_modules`, and in `$AGENT_TOOLS_PLUGINS_DIR`,
 * in that order and by name; a folder reached twice counts once. One that cannot be loaded is a problem, and the others
 * are loaded. Their code runs in this process: a plugin is trusted like any dependency.
 */
export async function findPlugins(options: FindPluginsOptions = {}): Promise<FoundPlugins> {
  const { directory = process.cwd(), environment = process.env } = options;
  const external = environment["AGENT_TOOLS_PLUGINS_DIR"];
  const places = [directory, path.join(directory, "node_modules"), ...(external ? [external] : [])];
  const plugins: Plugin[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const place of places) {
    const names = await readdir(place).catch((error: NodeJS.ErrnoException) => {
      if (place !== external) return [];
      problems.push({
        source: "AGENT_TOOLS_PLUGINS_DIR",
        message: `The folder ${place} cannot be read (${error.code}). Set it to a folder that holds agent-tools-plugin-* folders.`,
      });
      return [];
    });
    for (const name of names.filter((entry) => FOLDER.test(entry)).sort()) {
      const folder = await realpath(path.join(place, name));
      if (seen.has(folder)) continue;
      seen.add(folder);
      try {
        const loaded = await loadPluginFolder(folder);
        plugins.push(loaded.plugin);
        problems.push(...loaded.problems);
      } catch (error) {
        const { message, details } = ToolError.from(error, "invalid_configuration");
        const field = typeof details?.["field"] === "string" ? details["field"] : undefined;
        problems.push({
          source: folder,
          message: `${message} The plugin is left out.`,
          ...(field === undefined ? {} : { field }),
        });
      }
    }
  }
  return { plugins, problems };
}

/** One plugin folder: `plugin.json`, its adapter module and its skill modules. A skill that cannot be loaded is a problem. */
async function loadPluginFolder(folder: string): Promise<{ plugin: Plugin; problems: Problem[] }> {
  const file = path.join(folder, MANIFEST);
  const manifest = await readManifest(file);
  const { adapter, adapterExport = "default", skills: skillFiles = [], $schema: _, ...rest } = manifest;
  const problems: Problem[] = [];
  for (const field of Object.keys(rest).filter((key) => !known.has(key))) {
    problems.push({
      source: file,
      field,
      message: `No plugin has a field "${field}"; it is ignored. Remove it or correct its name.`,
    });
  }
  checkPluginFields(rest, file);
  const wrong = (field: string, words: string) =>
    new ToolError("invalid_configuration", `${file}: ${field} ${words}`, { details: { field } });
  if (typeof adapter !== "string") throw wrong("adapter", "must be the path of a module, relative to the manifest.");
  if (typeof adapterExport !== "string")
    throw wrong("adapterExport", "must be the name of an export of the adapter's module.");
  if (!Array.isArray(skillFiles) || !skillFiles.every((entry) => typeof entry === "string")) {
    throw wrong("skills", "must be a list of paths of modules, relative to the manifest.");
  }

  const exported = await importExport(path.resolve(folder, adapter), adapterExport, wrong);
  const skills: Record<string, Skill> = {};
  for (const entry of skillFiles as string[]) {
    try {
      const { name, skill } = await loadSkill(path.resolve(folder, entry));
      skills[name] = skill;
    } catch (error) {
      problems.push({
        source: file,
        field: "skills",
        message: `${ToolError.from(error).message} The skill is left out.`,
      });
    }
  }
  const fields = Object.fromEntries(Object.entries(rest).filter(([key]) => known.has(key))) as unknown as PluginFields;
  return { plugin: { ...fields, skills, createAdapter: (host) => createExported(exported, host) }, problems };
}

async function readManifest(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new ToolError(
      "invalid_configuration",
      `${file} cannot be read (${error.code}). A plugin folder needs a ${MANIFEST}.`,
    );
  });
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new ToolError("invalid_configuration", `${file} is not JSON: ${(error as Error).message}.`);
  }
  if (!isObject(manifest)) throw new ToolError("invalid_configuration", `${file} must hold a JSON object.`);
  return manifest;
}

type WrongField = (field: string, words: string) => ToolError;

async function importExport(file: string, name: string, wrong: WrongField): Promise<unknown> {
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (error) {
    throw wrong("adapter", `names ${file}, which cannot be imported: ${(error as Error).message}.`);
  }
  if (module[name] !== undefined) return module[name];
  const exported = Object.keys(module).join(", ") || "nothing";
  throw wrong("adapterExport", `is "${name}", and ${file} exports ${exported}. Name one of its exports.`);
}

/** A class is constructed and a function called, each with the host; an object is the adapter itself. */
function createExported(exported: unknown, host: AdapterHost): Adapter | Promise<Adapter> {
  if (typeof exported !== "function") return exported as Adapter;
  const isClass = typeof exported.prototype?.listTools === "function" || /^class\b/.test(String(exported));
  return isClass
    ? new (exported as new (host: AdapterHost) => Adapter)(host)
    : (exported as (host: AdapterHost) => Adapter)(host);
}
