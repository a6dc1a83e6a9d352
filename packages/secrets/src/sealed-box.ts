import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { isObject, ToolError } from "@agent-tools/contract";

/** A key with what it was derived by. */
export interface BoxKey {
  readonly key: Buffer;
  /** scrypt's N, a power of two. */
  readonly cost: number;
  readonly salt: Buffer;
}

/** A sealed text, as it stands in a file. */
interface SealedBox {
  readonly version: 1;
  readonly kdf: { readonly name: "scrypt"; readonly N: number; readonly r: 8; readonly p: 1; readonly salt: string };
  readonly cipher: "aes-256-gcm";
  readonly nonce: string;
  readonly tag: string;
  readonly data: string;
}

const LOWEST_COST = 2 ** 14;
/** A file cannot make whoever opens it work or remember without end: at r = 8 this takes 1 GiB. */
const HIGHEST_COST = 2 ** 20;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The key of a passphrase (RFC 7914, scrypt with r = 8 and p = 1). With the default cost of 2^17 it takes about a second. */
export async function boxKey(passphrase: string, cost: number, salt: Buffer = randomBytes(16)): Promise<BoxKey> {
  const options = { N: cost, r: 8, p: 1, maxmem: 130 * 8 * cost + 2 ** 20 };
  return { key: await derive(passphrase.normalize("NFC"), salt, 32, options), cost, salt };
}

/** Seals a text with AES-256-GCM under a new nonce; how the key was derived is authenticated with it. */
export function seal(text: string, { key, cost, salt }: BoxKey): string {
  const nonce = randomBytes(12);
  const kdf = { name: "scrypt", N: cost, r: 8, p: 1, salt: salt.toString("base64") } as const;
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(kdf)));
  const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
  const box: SealedBox = {
    ...{ version: 1, kdf, cipher: "aes-256-gcm", data },
    nonce: nonce.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
  };
  return `${JSON.stringify(box, null, 2)}\n`;
}

/** How the key of a sealed text was derived. Throws `invalid_configuration` where the text is none. */
export function boxParameters(sealed: string, source: string): Pick<BoxKey, "cost" | "salt"> {
  const { kdf } = parse(sealed, source);
  return { cost: kdf.N, salt: Buffer.from(kdf.salt, "base64") };
}

/** The text. Throws `invalid_configuration` where the key is another one or a byte was changed. */
export function unseal(sealed: string, { key }: BoxKey, source: string): string {
  const { kdf, nonce, tag, data } = parse(sealed, source);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(JSON.stringify(kdf)));
    decipher.setAuthTag(Buffer.from(tag, "base64"));
    return Buffer.concat([decipher.update(data, "base64"), decipher.final()]).toString("utf8");
  } catch {
    throw wrong(source, "cannot be opened: the passphrase is another one, or the file was changed", {
      hint: "Give the passphrase that it was written with, or take the file from a backup.",
    });
  }
}

function parse(sealed: string, source: string): SealedBox {
  let box: unknown;
  try {
    box = JSON.parse(sealed);
  } catch {
    throw wrong(source, "is no JSON");
  }
  if (!isObject(box)) throw wrong(source, "is no file of secrets");
  const { kdf } = box;
  const isBox =
    isObject(kdf) && [box["nonce"], box["tag"], box["data"], kdf["salt"]].every((part) => typeof part === "string");
  if (!isBox || box["version"] !== 1 || box["cipher"] !== "aes-256-gcm" || kdf["name"] !== "scrypt") {
    throw wrong(source, "is no file of secrets of version 1");
  }
  if (!isCost(kdf["N"]) || kdf["r"] !== 8 || kdf["p"] !== 1) {
    throw wrong(
      source,
      `asks for a key that is derived with other limits than N from ${LOWEST_COST} to ${HIGHEST_COST}`,
    );
  }
  const { N, r, p, salt } = kdf as unknown as SealedBox["kdf"];
  return { ...(box as unknown as SealedBox), kdf: { name: "scrypt", N, r, p, salt } };
}

/** True for a power of two within the limits. */
export function isCost(cost: unknown): cost is number {
  return (
    Number.isInteger(cost) &&
    (cost as number) >= LOWEST_COST &&
    (cost as number) <= HIGHEST_COST &&
    Number.isInteger(Math.log2(cost as number))
  );
}

function wrong(source: string, words: string, options: { readonly hint?: string } = {}): ToolError {
  return new ToolError("invalid_configuration", `${source} ${words}.`, options);
}
