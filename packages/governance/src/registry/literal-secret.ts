import { isObject } from "@agent-tools/contract";

/** Fields, headers and query parameters whose value is a credential, unless it is a template. */
const credentialName =
  /^(?:(?:proxy-)?authorization|cookie|(?:x-)?(?:api|auth|access|secret)?[-_]?(?:key|token|secret)|(?:x-)?\w*[-_](?:key|token|secret)|password|passwd|bearer)$/i;

/** What a credential looks like wherever it stands: the prefixes of well-known issuers, private keys, JSON web tokens. */
const credentialShape =
  /\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abpr]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+)|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** The place (a JSON Pointer, RFC 6901) of a credential that is written out in a definition, or undefined. */
export function literalSecret(value: unknown, place = ""): string | undefined {
  if (typeof value === "string") return holdsCredential(value) ? place : undefined;
  if (Array.isArray(value))
    return first(
      value.map((each, index) => [String(index), each] as const),
      place,
    );
  if (!isObject(value)) return undefined;
  // Of a schema the property names say nothing about values.
  const entries = Object.entries(value).filter(([name]) => !/^(?:input|output)Schema$/.test(name));
  const named = entries.find(([name, each]) => credentialName.test(name) && isLiteral(each));
  return named ? `${place}/${escaped(named[0])}` : first(entries, place);
}

function first(entries: readonly (readonly [string, unknown])[], place: string): string | undefined {
  for (const [name, each] of entries) {
    const found = literalSecret(each, `${place}/${escaped(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isLiteral(value: unknown): boolean {
  return typeof value === "string" && value !== "" && !value.includes("{{");
}

function holdsCredential(text: string): boolean {
  if (credentialShape.test(text)) return true;
  // user:password@ of a URL, and parameters of its query.
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]*:[^/?#@\s{]+@/i.test(text)) return true;
  const query = /^[^\s?]*\?([^\s#]*)/.exec(text)?.[1];
  return (
    query?.split("&").some((pair) => {
      const [name = "", value] = pair.split("=");
      return credentialName.test(name) && isLiteral(value);
    }) === true
  );
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
