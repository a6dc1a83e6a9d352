/** A media type without its parameters, in lower case, and its charset. */
export interface MediaType {
  readonly type: string;
  readonly charset: string | undefined;
}

/** Reads a Content-Type. */
export function parseMediaType(value: string | undefined): MediaType {
  const [type = "", ...parameters] = (value ?? "").split(";");
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(parameter)?.[1]).find(Boolean);
  return { type: type.trim().toLowerCase(), charset };
}

/** True for JSON and every type that is written in it (RFC 6839, section 3.1). */
export function isJsonType(type: string): boolean {
  return /^(application|text)\/(x-)?json$/.test(type) || /^[\w.-]+\/[\w.+-]*\+json$/.test(type);
}

export function isXmlType(type: string): boolean {
  return /^(application|text)\/xml$/.test(type) || type.endsWith("+xml");
}

const textTypes = new Set([
  "application/javascript",
  "application/graphql",
  "application/x-www-form-urlencoded",
  "application/x-ndjson",
  "application/jsonl",
  "application/json-seq",
  "application/sql",
  "application/toml",
  "application/yaml",
  "application/x-yaml",
]);

/** True where the body is characters and not bytes. */
export function isTextType(type: string): boolean {
  return (
    type.startsWith("text/") || isXmlType(type) || isJsonType(type) || textTypes.has(type) || type.endsWith("+yaml")
  );
}
