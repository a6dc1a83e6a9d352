import { basename, extname } from "node:path";
import { pathToFileURL } from "node:url";
import { isObject, type Skill, ToolError } from "@agent-tools/contract";
import { skillMeta } from "./skill-meta.js";

/**
 * The code skill in a JavaScript module, named like the file. The module exports `run`, and `meta` where it has one, by
 * name or together as its default. Throws `invalid_configuration` with the file, the field and what to do.
 */
export async function loadSkill(file: string): Promise<{ readonly name: string; readonly skill: Skill }> {
  const name = basename(file, extname(file));
  let module: Record<string, unknown>;
  try {
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new ToolError("invalid_configuration", `Skill file ${file} cannot be loaded: ${words}`, { cause: error });
  }
  const skill = typeof module["run"] !== "function" && isObject(module["default"]) ? module["default"] : module;
  const { run } = skill;
  if (typeof run !== "function") {
    throw new ToolError(
      "invalid_configuration",
      `Skill file ${file}: field "run" is ${run === undefined ? "missing" : `a ${typeof run}`}. Export a function run(adapter, args, context).`,
    );
  }
  const meta = skillMeta(skill["meta"], file);
  return { name, skill: { run: run.bind(skill), ...(meta === undefined ? {} : { meta }) } };
}
