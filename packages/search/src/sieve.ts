/** A set of whole numbers that takes the same room whatever is in it: it may say yes to one it was not given, never no to one it was. */
export interface Sieve {
  add(value: number): void;
  mayHave(value: number): boolean;
}

/** In bits; a power of two. */
const size = 2 ** 19;

/** An empty sieve. */
export function createSieve(): Sieve {
  const words = new Uint32Array(size / 32);
  return {
    add(value) {
      const bit = bitOf(value);
      words[bit >>> 5] = (words[bit >>> 5] as number) | (1 << (bit & 31));
    },
    mayHave(value) {
      const bit = bitOf(value);
      return ((words[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
    },
  };
}

/** Spreads numbers that lie close together. */
function bitOf(value: number): number {
  const spread = Math.imul(value, 0x9e3779b1);
  return (spread ^ (spread >>> 15)) & (size - 1);
}
