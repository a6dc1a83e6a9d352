import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type AdapterHost, ToolError } from "@agent-tools/contract";
import { httpClient } from "../http-client.js";
import { isFailure } from "../http-failure.js";
import { headerValue } from "../http-message.js";
import { parseMediaType } from "../media-type.js";

/** Which other documents a description may refer to. */
export interface ReferenceRules {
  /** Files below this folder may be read. Default: the folder of the description, where that is a file. */
  readonly folder?: string;
  /** Origins, as in `https://schemas.example.com`, that may be fetched, through the host's network policy. Default: none. */
  readonly origins?: readonly string[];
}

const fetchTimeoutMs = 30_000;

/** Where a description is: text as it is, a file as its `file:` URL, else the URL. */
export function locate(document: string | URL): { readonly text: string } | { readonly url: URL } {
  if (document instanceof URL) return { url: document };
  if (/^\s*[{[]/.test(document) || document.includes("\n")) return { text: document };
  return { url: /^(https?|file):/i.test(document) ? new URL(document) : pathToFileURL(path.resolve(document)) };
}

/** Reads a document by its URL, from one of these origins where they are given. Throws where that is refused or fails. */
export async function readDocument(
  url: URL,
  host: Pick<AdapterHost, "network">,
  origins?: readonly string[],
): Promise<string> {
  if (url.protocol === "file:") {
    const bytes = await readFile(fileURLToPath(url)).catch((cause: Error) => {
      throw new ToolError("invalid_configuration", `The description cannot be read: ${cause.message}.`, { cause });
    });
    // Decoded at once: piece by piece it would take more than twice the memory.
    return bytes.toString();
  }
  const client = httpClient(host);
  const label = `The description at ${url.host}${url.pathname}`;
  try {
    const response = await client.send(
      { method: "GET", url, headers: { accept: "application/json, application/yaml;q=0.9, */*;q=0.5" } },
      {
        label,
        effect: "read",
        isRepeatable: true,
        signal: AbortSignal.timeout(fetchTimeoutMs),
      },
    );
    if (origins && !origins.includes(response.url.origin)) {
      throw new ToolError(
        "invalid_configuration",
        `${label} was redirected to ${response.url.origin}, which references.origins does not list.`,
      );
    }
    if (isFailure(response)) {
      throw new ToolError("invalid_configuration", `${label} answered ${response.status} ${response.statusText}.`);
    }
    const { charset = "utf-8" } = parseMediaType(headerValue(response, "content-type"));
    return new TextDecoder(charset).decode(response.body);
  } finally {
    client.close();
  }
}

/** False where a description may refer to no other document at all. */
export function mayRefer(root: URL | undefined, { folder, origins = [] }: ReferenceRules): boolean {
  return root?.protocol === "file:" || folder !== undefined || origins.length > 0;
}

/** Says why a document may not be referred to, but for what only a look at a file tells; undefined where it may. */
export function refusalOf(target: URL, from: string, root: URL | undefined, rules: ReferenceRules): string | undefined {
  if (target.protocol === "http:" || target.protocol === "https:") {
    return rules.origins?.includes(target.origin) ? undefined : `references.origins does not list ${target.origin}`;
  }
  if (target.protocol !== "file:" || folderOf(root, rules) === undefined)
    return "it is neither a file beside the description nor a URL";
  return /^https?:/.test(from) ? `${from} may not refer to files` : undefined;
}

/** Says why a file may not be referred to, by where it is; undefined where it may, and for what is no file. */
export async function refusalOfFile(
  target: URL,
  root: URL | undefined,
  rules: ReferenceRules,
): Promise<string | undefined> {
  const folder = folderOf(root, rules);
  if (target.protocol !== "file:" || folder === undefined) return undefined;
  // Links are followed first, so that none leads out of the folder.
  const real = await Promise.all([realpath(folder), realpath(fileURLToPath(target))]).catch(() => undefined);
  if (real === undefined) return "there is no such file";
  const relative = path.relative(real[0], real[1]);
  return relative.startsWith("..") || path.isAbsolute(relative)
    ? `it is outside ${folder} (references.folder)`
    : undefined;
}

function folderOf(root: URL | undefined, rules: ReferenceRules): string | undefined {
  return rules.folder ?? (root?.protocol === "file:" ? path.dirname(fileURLToPath(root)) : undefined);
}
