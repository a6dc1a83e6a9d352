// Reads requests back, written from the specifications alone and without a line of the adapter.

export interface ReadParameter {
  readonly name: string;
  readonly place: "path" | "query" | "header" | "cookie";
  readonly style: string;
  readonly explode: boolean;
  readonly kind: "scalar" | "list" | "object";
}

interface Request {
  readonly url: string;
  readonly headers: Record<string, string | string[] | undefined>;
}

/** The value of a parameter in a request, every scalar as text. */
export function readBack(parameter: ReadParameter, { url, headers }: Request): unknown {
  const [path = "", query = ""] = url.split("?");
  switch (parameter.place) {
    case "path": {
      const index = Number(parameter.name.slice(1));
      return readPath(parameter, path.split("/x")[index + 1] ?? pathPart(path, parameter));
    }
    case "header":
      return readDelimited(parameter, String(headers[parameter.name.toLowerCase()]), ",", (text) => text);
    case "cookie":
      return readPairs(parameter, String(headers["cookie"]).split("; "));
    case "query":
      return readPairs(parameter, query.split("&"));
  }
}

function pathPart(path: string, { name }: ReadParameter): string {
  throw new Error(`${name} is not in ${path}`);
}

/** RFC 6570 and OpenAPI 3.1, section 4.8.12.4, backwards. */
function readPath(parameter: ReadParameter, given: string): unknown {
  const { style, explode, kind, name } = parameter;
  if (style === "simple") return readDelimited(parameter, given, ",", decodeURIComponent);
  const lead = style === "label" ? "." : ";";
  if (given[0] !== lead) throw new Error(`${given} does not begin with ${lead}`);
  const rest = given.slice(1);
  if (style === "label") return readDelimited(parameter, rest, explode ? "." : ",", decodeURIComponent);
  if (explode && kind === "list") return rest.split(";").map((pair) => decodeURIComponent(pair.slice(name.length + 1)));
  if (explode && kind === "object") return fromPairs(rest.split(";"));
  return readDelimited(parameter, rest.slice(name.length + 1), ",", decodeURIComponent);
}

function readDelimited(
  { kind, explode }: ReadParameter,
  given: string,
  delimiter: string,
  decode: (text: string) => string,
) {
  if (kind === "scalar") return decode(given);
  const parts = given.split(delimiter);
  if (kind === "list") return parts.map(decode);
  if (explode) return fromPairs(parts, decode);
  return Object.fromEntries(
    parts.flatMap((part, index) => (index % 2 === 0 ? [[decode(part), decode(parts[index + 1] ?? "")]] : [])),
  );
}

function readPairs(parameter: ReadParameter, given: string[]): unknown {
  const { name, style, explode, kind } = parameter;
  const pairs = given.map((pair): [string, string] => {
    const [key = "", ...value] = pair.split("=");
    return [decodeURIComponent(key), value.join("=")];
  });
  const own = pairs.filter(([key]) => key === name).map(([, value]) => value);
  if (style === "deepObject") {
    const inner = pairs.filter(([key]) => key.startsWith(`${name}[`) && key.endsWith("]"));
    return Object.fromEntries(inner.map(([key, value]) => [key.slice(name.length + 1, -1), decodeURIComponent(value)]));
  }
  const delimiter = { spaceDelimited: "%20", pipeDelimited: "%7C" }[style] ?? ",";
  if (kind === "list" && explode) return own.map(decodeURIComponent);
  if (kind === "object" && explode) return fromPairs(given);
  return readDelimited({ ...parameter, explode: false }, own[0] ?? "", delimiter, decodeURIComponent);
}

function fromPairs(parts: string[], decode: (text: string) => string = decodeURIComponent): Record<string, string> {
  return Object.fromEntries(
    parts.map((pair) => {
      const equals = pair.indexOf("=");
      return equals < 0 ? [decode(pair), ""] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    }),
  );
}

export function readForm(body: string): [string, string][] {
  return [...new URLSearchParams(body)];
}

/** RFC 7578. */
export function readMultipart(
  body: string,
  contentType: string,
): { name: string; filename: string | undefined; headers: Record<string, string>; text: string }[] {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1] as string;
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const split = part.indexOf("\r\n\r\n");
      const head = part.slice(0, split);
      const field = (name: string): string | undefined =>
        new RegExp(`; ${name}="([^"]*)"`)
          .exec(head)?.[1]
          ?.replaceAll("%22", '"')
          .replaceAll("%0D", "\r")
          .replaceAll("%0A", "\n");
      const headers = Object.fromEntries(
        head
          .split("\r\n")
          .filter((line) => line !== "")
          .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
      );
      return { name: field("name") as string, filename: field("filename"), headers, text: part.slice(split + 4, -2) };
    });
}
