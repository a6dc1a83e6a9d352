import { promisify } from "node:util";
import { brotliDecompress, inflate, inflateRaw, unzip } from "node:zlib";

type Decoder = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const [inflated, rawInflated] = [promisify(inflate), promisify(inflateRaw)];
const unzipped: Decoder = promisify(unzip);

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ["gzip", unzipped],
  ["x-gzip", unzipped],
  // Many send it without the header of zlib, whose first byte no deflated data begins with (RFC 9110, section 8.4.1.2).
  [
    "deflate",
    (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? inflated(bytes, options) : rawInflated(bytes, options)),
  ],
  ["br", promisify(brotliDecompress)],
]);

/** What a client says that it takes. */
export const acceptedEncodings = "gzip, deflate, br";

/**
 * The content under a Content-Encoding, the last one taken off first. What is under one that is not known stays as it is.
 * Throws where the content is broken, or longer than this many bytes.
 */
export async function decodeContent(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  let content = bytes;
  for (const name of encoding.toLowerCase().split(",").reverse()) {
    const decode = decoders.get(name.trim());
    if (!decode || content.length === 0) break;
    content = await decode(content, { maxOutputLength });
  }
  return content;
}

/** True for what is thrown where the content is too long. */
export function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && (error as { readonly code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
}
