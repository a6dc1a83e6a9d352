/** The first characters of a text that fit into the bytes of UTF-8; no character is torn. */
export function head(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  const encoded = Buffer.from(text.slice(0, bytes), "utf8");
  if (encoded.length <= bytes && text.length <= bytes) return text;
  let end = Math.min(bytes, encoded.length);
  while (end > 0 && isContinuation(encoded[end])) end -= 1;
  return whole(encoded.subarray(0, end).toString("utf8"));
}

/** The last characters of a text that fit into the bytes of UTF-8; no character is torn. */
export function tail(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  const last = text.slice(-bytes);
  // A cut in the middle of a surrogate pair leaves its second half in front.
  const encoded = Buffer.from(isLowSurrogate(last) ? last.slice(1) : last, "utf8");
  let start = Math.max(0, encoded.length - bytes);
  while (start < encoded.length && isContinuation(encoded[start])) start += 1;
  return encoded.subarray(start).toString("utf8");
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}

function isLowSurrogate(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Without the half of a surrogate pair at the end, which encoding has turned into a replacement character. */
function whole(text: string): string {
  return text.endsWith("\ufffd") ? text.slice(0, -1) : text;
}
