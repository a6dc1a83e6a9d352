import { ToolError } from "@agent-tools/contract";

/** Everything but unreserved characters is encoded (RFC 3986, section 2.3). */
export function encodeValue(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** As `application/x-www-form-urlencoded` has it, with `+` for a space (WHATWG URL, section 5). */
export function encodeFormValue(text: string): string {
  return encodeValue(text).replaceAll("%20", "+");
}

/**
 * The path itself where it is sent as it stands. Throws where a value made a dot segment (RFC 3986, section 3.3), which
 * would lead to another path, or left a segment empty.
 */
export function checkPath(path: string, template: string): string {
  const given = path.split("/");
  const meant = template.split("/");
  for (const [index, segment] of given.entries()) {
    if (/^(\.|%2e){1,2}$/i.test(segment)) {
      throw new ToolError("invalid_arguments", `A value made the segment "${segment}" in the path ${template}.`, {
        hint: "Give the identifier itself. A path segment cannot be . or ..",
      });
    }
    if (segment === "" && meant[index] !== "") {
      throw new ToolError(
        "invalid_arguments",
        `An empty value was given for "${meant[index]}" in the path ${template}.`,
      );
    }
  }
  return path;
}

/**
 * The URL of a path at a server. The path may have a query of its own, by which some descriptions tell their operations
 * apart, or a fragment, which is never sent.
 */
export function joinUrl(server: string, path: string, pairs: readonly string[]): string {
  const [whole = ""] = path.split("#");
  const slash = path === "" || path.startsWith("/") ? "" : "/";
  const search = pairs.filter((pair) => pair !== "").join("&");
  return `${server}${slash}${whole}${search && `${whole.includes("?") ? "&" : "?"}${search}`}`;
}

/** The value itself where it fits into a header: Latin-1 without line breaks or other controls (RFC 9110, section 5.5). */
export function checkHeader(name: string, value: string): string {
  // It would be lost without a word: the HTTP client keeps headers in a plain object.
  if (name.toLowerCase() === "__proto__") {
    throw new ToolError("invalid_arguments", "A header cannot be called __proto__.");
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) {
    throw new ToolError("invalid_arguments", `The header ${name} cannot hold line breaks or control characters.`);
  }
  if (/[^\t\x20-\xff]/.test(value)) {
    throw new ToolError("invalid_arguments", `The header ${name} can only hold Latin-1 characters.`);
  }
  return value;
}
