/** A request as it will be sent. Header names are in lower case. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A whole response. Header names are in lower case; the body is decompressed. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** The URL that answered, after redirects. */
  readonly url: URL;
}

/** One header's value; several lines of one name are joined as RFC 9110, section 5.3, says. */
export function headerValue(response: HttpResponse, name: string): string | undefined {
  const value = response.headers[name];
  return value === undefined || typeof value === "string" ? value : value.join(", ");
}
