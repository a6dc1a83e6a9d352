import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { ToolError } from "@agent-tools/contract";
import { createTwoFilesPatch } from "diff";
import type { Client } from "./client.js";
import { clients } from "./clients.js";
import { editConfig, readConfig, valueAt } from "./edit-config.js";
import type { ServerEntry, System } from "./server-entry.js";

/** Where a client is connected. */
export interface ConnectOptions {
  /** Default: the person's own file; `project`: the one in the project's folder. */
  readonly scope?: "user" | "project";
  /** Another file than the client's usual one. */
  readonly file?: string;
  /** Default: this system. */
  readonly system?: System;
}

/** A change to one file that has not been made yet. */
export interface ConfigChange {
  readonly client: Client;
  readonly file: string;
  /** The file's text now; undefined where there is no file. */
  readonly before: string | undefined;
  /** The file's text after the change; undefined where the file goes. */
  readonly after: string | undefined;
  /** The changed lines and no others, as a unified diff; empty where nothing changes. */
  readonly diff: string;
  /** What a person should know before. */
  readonly warnings: readonly string[];
  /** Makes the change: all or nothing, with the old text kept beside the file. Throws where the file has changed since. */
  apply(): Promise<void>;
}

/** The client of that id. Throws `invalid_configuration` with the ids there are. */
export function clientNamed(id: string): Client {
  const client = clients.find((known) => known.id === id);
  if (client) return client;
  const known = clients.map((each) => each.id).join(", ");
  throw new ToolError("invalid_configuration", `There is no client "${id}". Known are: ${known}.`);
}

/** This machine, and the working directory as the project. */
export function thisSystem(): System {
  return { platform: process.platform, home: homedir(), env: process.env, project: process.cwd() };
}

/** The file in which that client keeps its servers. Throws `invalid_configuration` where it has none there. */
export function configFile(client: Client, options: ConnectOptions = {}): string {
  const { scope = "user", system = thisSystem() } = options;
  const file = options.file ?? client.file(system, scope);
  if (file !== undefined) return file;
  throw new ToolError("invalid_configuration", `${client.title} has no configuration file for the ${scope}.`);
}

/**
 * The change that connects a client to a server: the entry is added to the client's own file, or replaced where the name
 * is there. Nothing is written before `apply`.
 */
export async function connect(id: string, server: ServerEntry, options: ConnectOptions = {}): Promise<ConfigChange> {
  const { client, file, before, config } = await open(id, options);
  const { system = thisSystem() } = options;
  const entry = entryFor(client, server, system);
  const path = [...client.path(config), server.name];
  const after = editConfig(before ?? "", path, entry, { format: client.format, file });
  const warnings = [...replaced(config, path, file), ...unreferenced(client, server)];
  const current = valueAt(config, path) as object | undefined;
  const backup =
    current && before !== undefined ? await textBefore({ client, file, before }, path, current) : undefined;
  return change({ client, file, before, after, warnings, name: server.name, backup: backup ?? before ?? NO_FILE });
}

/**
 * The change that takes the entry out again, and gives back one that it had replaced. A file that nobody has touched since
 * becomes just what it was, to the byte; in any other one only the entry changes.
 */
export async function disconnect(id: string, name: string, options: ConnectOptions = {}): Promise<ConfigChange> {
  const { client, file, before, config } = await open(id, options);
  const path = [...client.path(config), name];
  const entry = valueAt(config, path) as object | undefined;
  if (before === undefined || entry === undefined) {
    throw new ToolError("invalid_configuration", `${client.title} has no server "${name}" in ${file}.`);
  }
  const kept = await textBefore({ client, file, before }, path, entry);
  const after = kept ?? editConfig(before, path, undefined, { format: client.format, file });
  // A module that says nothing would be none.
  const isGone = after === NO_FILE || (client.format === "module" && after === "");
  return change({ client, file, before, after: isGone ? undefined : after, warnings: [], name });
}

/** What a client's file says that has nothing but the entry of that server. */
export function entryText(id: string, server: ServerEntry, system: System = thisSystem()): string {
  const client = clientNamed(id);
  const path = [...client.path({}), server.name];
  return editConfig("", path, entryFor(client, server, system), { format: client.format, file: client.title });
}

/** The entry that a client has for that server, as the client wrote it. Undefined where there is none. */
export async function connected(id: string, name: string, options: ConnectOptions = {}): Promise<object | undefined> {
  const { client, config } = await open(id, options);
  return valueAt(config, [...client.path(config), name]) as object | undefined;
}

async function open(id: string, options: ConnectOptions) {
  const client = clientNamed(id);
  const named = configFile(client, options);
  const file = await behindLinks(named);
  const before = await textOf(file);
  return { client, file, before, config: readConfig(before ?? "", client.format, file) };
}

/** Kept where there was no file. */
const NO_FILE = "\0";

interface Change extends Omit<ConfigChange, "diff" | "apply"> {
  /** The server's name. */
  readonly name: string;
  /** What to keep beside the file; absent: what is kept goes. */
  readonly backup?: string;
}

function change({ backup, name, ...made }: Change): ConfigChange {
  const { file, before, after } = made;
  const diff =
    before === after
      ? ""
      : createTwoFilesPatch(file, file, before ?? "", after ?? "", undefined, undefined, { context: 0 });
  return {
    ...made,
    diff,
    async apply() {
      if ((await textOf(file)) !== before) {
        throw new ToolError("invalid_configuration", `${file} has changed in the meantime. Nothing was written.`, {
          hint: "Try again.",
        });
      }
      if (before === after) return;
      const mode = (await stat(file).catch(() => undefined))?.mode ?? 0o600;
      if ((mode & 0o222) === 0) {
        throw new ToolError("invalid_configuration", `${file} is read-only. Nothing was written.`, {
          hint: "Whoever made it so may have it from elsewhere: change it there, or make it writable.",
        });
      }
      try {
        await mkdir(dirname(file), { recursive: true });
        if (backup !== undefined) await write(backupOf(file, name), backup, mode);
        if (after === undefined) await rm(file);
        else await write(file, after, mode);
        if (backup === undefined) await rm(backupOf(file, name), { force: true });
      } catch (error) {
        throw unusable(`${file} cannot be written`, error);
      }
    },
  };
}

function replaced(config: unknown, path: readonly string[], file: string): string[] {
  if (valueAt(config, path) === undefined) return [];
  return [`${file} had an entry ${path.join(".")}; it is replaced.`];
}

function unreferenced(client: Client, { env = [], tokenVariable }: ServerEntry): string[] {
  const names = [...env, ...(tokenVariable === undefined ? [] : [tokenVariable])];
  if (client.reference || names.length === 0) return [];
  return [
    `${client.title} cannot refer to environment variables, and values are not written: give ${names.join(", ")} to the server in another way, such as a .env file that it reads.`,
  ];
}

/** What is written for a server. Throws `invalid_configuration` for a server that the client has no way to. */
function entryFor(client: Client, server: ServerEntry, system: System): object {
  if ((server.command === undefined) === (server.url === undefined)) {
    throw new ToolError("invalid_configuration", "Give a command or a url, and not both.");
  }
  if (server.url !== undefined && !client.takesUrls) {
    throw new ToolError("invalid_configuration", `${client.title} only starts programs; it takes no address.`, {
      hint: `Give the command that starts the server over stdio; for one that runs already: npx -y agent-tools stdio ${server.url}`,
    });
  }
  if (server.command !== undefined && client.takesPrograms === false) {
    throw new ToolError("invalid_configuration", `${client.title} only takes addresses; it starts no program.`, {
      hint: "Serve the host over HTTP, and give its address.",
    });
  }
  return client.entry(portable(server, system), system);
}

/** Backslashes are escapes in half of the formats, and Windows takes the others as well. Whatever is no path stays as it is. */
function portable(server: ServerEntry, { platform }: System): ServerEntry {
  const { command, args } = server;
  if (platform !== "win32" || command === undefined) return server;
  const isPath = (word: string) => /^[A-Za-z]:\\/.test(word);
  const slashes = (word: string) => word.replaceAll("\\", "/");
  return {
    ...server,
    command: slashes(command),
    ...(args && { args: args.map((arg) => (isPath(arg) ? slashes(arg) : arg)) }),
  };
}

/** Where the text is kept that a file had before a server of that name was connected: each name comes and goes by itself. */
function backupOf(file: string, name: string): string {
  return `${file}.before-${encodeURIComponent(name)}`;
}

/**
 * What the file would say if it had not been connected; undefined where it never was. That is the text that was kept, where
 * connecting it again would give just what is there now; else somebody has written since, and it is that without the entry,
 * or with the one that was there before.
 */
async function textBefore(
  { client: { format }, file, before }: { readonly client: Client; readonly file: string; readonly before: string },
  path: readonly string[],
  entry: object,
): Promise<string | undefined> {
  const kept = await textOf(backupOf(file, path.at(-1) ?? ""));
  if (kept === undefined) return undefined;
  const original = kept === NO_FILE ? "" : kept;
  const options = { format, file };
  try {
    if (editConfig(original, path, entry, options) === before) return kept;
    return editConfig(before, path, valueAt(readConfig(original, format, file), path) as object | undefined, options);
  } catch {
    return undefined;
  }
}

/** The file that is meant: a link to a file in another folder stays one, also where there is no such file yet. */
async function behindLinks(file: string): Promise<string> {
  const there = await realpath(file).catch(() => undefined);
  if (there !== undefined) return there;
  const target = await readlink(file).catch(() => undefined);
  return target === undefined ? file : resolve(dirname(file), target);
}

async function textOf(file: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unusable(`${file} cannot be read`, error);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new ToolError("invalid_configuration", `${file} is not in UTF-8.`, {
      hint: "Save it in UTF-8 first. Nothing was changed.",
      cause: error,
    });
  }
}

function unusable(what: string, error: unknown): ToolError {
  const words = error instanceof Error ? error.message : String(error);
  return new ToolError("invalid_configuration", `${what}: ${words}.`, {
    hint: "Nothing was changed. --file names another file.",
    cause: error,
  });
}

/** In one step: whoever reads the file finds the old text or the new one. */
async function write(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(draft, text, { mode });
    // What a new file may be is narrowed by the process.
    await chmod(draft, mode & 0o777);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}
