import type { StoreKey } from "@agent-tools/contract";

const TERMINATOR = [0, 0];
const ESCAPED_NUL = [0, 1];

/**
 * A key as bytes that SQLite compares as keys are ordered: segment by segment, by UTF-16 code unit. Each code unit is two
 * bytes, big end first; U+0000 is followed by 0001, and each segment ends with 0000 0000, so that a key begins with
 * another one exactly where its bytes do.
 */
export function keyBytes(key: StoreKey): Buffer {
  const units = key.flatMap((segment) => [...unitsOf(segment), ...TERMINATOR]);
  const bytes = Buffer.allocUnsafe(units.length * 2);
  for (const [index, unit] of units.entries()) bytes.writeUInt16BE(unit, index * 2);
  return bytes;
}

function unitsOf(segment: string): number[] {
  const units: number[] = [];
  for (let index = 0; index < segment.length; index += 1) {
    const unit = segment.charCodeAt(index);
    units.push(...(unit === 0 ? ESCAPED_NUL : [unit]));
  }
  return units;
}

/** The key that was made into these bytes. */
export function keyOf(bytes: Uint8Array): StoreKey {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const key: string[] = [];
  let segment = "";
  for (let index = 0; index < bytes.byteLength; index += 2) {
    const unit = view.getUint16(index);
    if (unit !== 0) {
      segment += String.fromCharCode(unit);
      continue;
    }
    index += 2;
    if (view.getUint16(index) === 1) {
      segment += "\u0000";
    } else {
      key.push(segment);
      segment = "";
    }
  }
  return key;
}

/** The first bytes after those of every key that begins with the prefix; undefined where there is no end. */
export function endOfPrefix(prefix: Buffer): Buffer | undefined {
  if (prefix.length === 0) return undefined;
  const end = Buffer.from(prefix);
  // A terminator's last byte is 0 and becomes 1: no carry.
  end.writeUInt8(1, end.length - 1);
  return end;
}
