import { isObject } from "@agent-tools/contract";

/** Fields, headers and query parameters whose value is a credential, unless it is a template; written with hyphens. */
const credentialName =
  /^(?:(?:proxy-)?authorization|cookie|(?:x-)?auth|(?:x-)?(?:api|auth|access|secret)?[-_]?(?:key|token|secret)|(?:x-)?\w*[-_](?:key|token|secret)|password|passwd|bearer)$/i;

/** What a credential looks like wherever it stands: the prefixes of well-known issuers, private keys, JSON web tokens. */
const credentialShape =
  /\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abpr]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+)|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** The place (a JSON Pointer, RFC 6901) of a credential that is written out in a definition, or undefined. */
export function literalSecret(value: unknown, place = ""): string | undefined {
  return search(value, place, isNamedCredential);
}

type IsNamed = (name: string, value: unknown) => boolean;

function search(value: unknown, place: string, isNamed: IsNamed): string | undefined {
  if (typeof value === "string") return holdsCredential(value, isNamed) ? place : undefined;
  if (Array.isArray(value))
    return first(
      value.map((each, index) => [String(index), each] as const),
      place,
      isNamed,
    );
  if (!isObject(value)) return undefined;
  const named = Object.entries(value).find(([name, each]) => isNamed(name, each));
  return named ? `${place}/${escaped(named[0])}` : first(Object.entries(value), place, isNamed);
}

function first(entries: readonly (readonly [string, unknown])[], place: string, isNamed: IsNamed): string | undefined {
  for (const [name, each] of entries) {
    // Of a schema the property names say nothing about values.
    const isSchema = /^(?:input|output)Schema$/.test(name);
    const found = search(each, `${place}/${escaped(name)}`, isSchema ? () => false : isNamed);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNamedCredential(name: string, value: unknown): boolean {
  return credentialName.test(name.replace(/([a-z0-9])([A-Z])/g, "$1-$2")) && [value].flat().some(isLiteral);
}

/** A text that is more than templates, the name of a scheme, and what joins them. */
function isLiteral(value: unknown): boolean {
  if (typeof value !== "string" || value === "") return false;
  const rest = value.replace(/\{\{[^}]*\}\}/g, "");
  return rest === value || /[\w+/=-]{12,}/.test(rest);
}

function holdsCredential(text: string, isNamed: IsNamed): boolean {
  if (credentialShape.test(text)) return true;
  const [, user] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@\s]+)@/i.exec(text) ?? [];
  if (user !== undefined && user.replace(/\{\{[^}]*\}\}|:/g, "") !== "") return true;
  if (/^\s*[{[]/.test(text)) return search(parsed(text), "", isNamed) !== undefined;
  // The query of a URL, or a form.
  const form = /^[^\s?]*\?([^\s#]*)/.exec(text)?.[1] ?? /^[\w.[\]-]+=\S*$/.exec(text)?.[0];
  return (
    form?.split("&").some((pair) => {
      const at = pair.indexOf("=");
      return at > 0 && isNamed(pair.slice(0, at), pair.slice(at + 1));
    }) === true
  );
}

/** A text that is JSON; what is none holds nothing by name. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
