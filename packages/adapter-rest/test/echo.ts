export { startEcho } from "./call-corpus.mjs";

/** What the echo server answers with: the request as it arrived. */
export interface Echo {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string;
  readonly headers: Record<string, string>;
  readonly rawHeaders: string[];
  readonly body: { readonly text: string; readonly base64: string; readonly length: number };
  readonly parts?: {
    name: string;
    filename: string | null;
    contentType: string | null;
    text: string;
    base64: string;
  }[];
}
