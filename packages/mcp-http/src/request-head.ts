/** What is read of every request. The web-standard request costs more than a call, so it is made when it is asked for. */
export interface RequestHead {
  readonly method: string;
  readonly url: URL;
  /** A header by its name in lower case; several of one name come joined by commas, as `Headers` joins them. */
  header(name: string): string | null;
  /** The request itself. Its body is not to be read. */
  readonly request: Request;
}

/** The head of a web-standard request. */
export function headOf(request: Request): RequestHead {
  return {
    method: request.method,
    url: new URL(request.url),
    header: (name) => request.headers.get(name),
    request,
  };
}

/** An answer of one JSON text, or of nothing, for a server to send as it is. */
export class JsonAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, string>;

  constructor(value: unknown, headers: Readonly<Record<string, string>> = {}, status = 200) {
    this.status = status;
    this.text = value === undefined ? "" : JSON.stringify(value);
    this.headers = value === undefined ? { ...headers } : { "content-type": "application/json", ...headers };
  }

  toResponse(): Response {
    return new Response(this.text || null, { status: this.status, headers: this.headers });
  }
}
