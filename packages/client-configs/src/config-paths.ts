import { posix, win32 } from "node:path";
import type { System } from "./server-entry.js";

/** The folder in which programs keep their settings. */
export function settings({ platform, home, env }: System, ...rest: string[]): string {
  if (platform === "win32") return win32.join(env["APPDATA"] ?? win32.join(home, "AppData", "Roaming"), ...rest);
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", ...rest);
  return posix.join(env["XDG_CONFIG_HOME"] || posix.join(home, ".config"), ...rest);
}

/** A path in the person's folder. */
export function inHome({ platform, home }: System, ...rest: string[]): string {
  return (platform === "win32" ? win32 : posix).join(home, ...rest);
}

/** A path in the project. */
export function inProject({ platform, project }: System, ...rest: string[]): string {
  return (platform === "win32" ? win32 : posix).join(project, ...rest);
}
