import { ToolError } from "@agent-tools/contract";

/**
 * The URL itself where a tool may request it: `http` or `https`, without credentials, and, after a redirect from
 * `previous`, not from https down to http. Throws `network_refused` otherwise. Addresses are not looked at here; that is
 * done when the connection is made.
 */
export function checkUrl(url: string | URL, previous?: string | URL): URL {
  const parsed = url instanceof URL ? url : parse(url);
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw new ToolError(
      "network_refused",
      `URLs of the scheme "${parsed.protocol}" are not requested, only http and https.`,
    );
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new ToolError("network_refused", `The URL for "${parsed.host}" holds credentials.`, {
      hint: "Send credentials in a header, from a declared secret.",
    });
  }
  if (previous !== undefined && new URL(previous).protocol === "https:" && parsed.protocol === "http:") {
    throw new ToolError("network_refused", `A redirect to "${parsed.host}" leads from https down to http.`);
  }
  return parsed;
}

function parse(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  const shown = text.replace(/\/\/[^/]*@/, "//").slice(0, 200);
  throw new ToolError("network_refused", `${JSON.stringify(shown)} is not a URL.`, {
    hint: "Give a whole URL that begins with https:// or http://.",
  });
}
