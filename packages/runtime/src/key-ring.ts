import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ToolError } from "@agent-tools/contract";

/** Signs what goes out and comes back: states of waiting calls, receipts. */
export interface KeyRing {
  /** The data and its signature, as one text of URL-safe characters. */
  seal(purpose: string, data: object): string;
  /** The data of a sealed text; undefined where it was not sealed for this purpose by one of the keys. */
  open(purpose: string, sealed: string): unknown;
}

const SHORTEST_KEY = 32;

/**
 * A ring over the host's keys: the first one signs, and each of them is recognised. Without keys it has a random one of
 * its own, and what it sealed means nothing once the process has ended. Throws where a key is shorter than 32 characters.
 */
export function keyRing(keys: readonly string[] = []): KeyRing {
  if (keys.some((key) => key.length < SHORTEST_KEY)) {
    throw new ToolError(
      "invalid_configuration",
      `A signing key is shorter than ${SHORTEST_KEY} characters. Use random ones.`,
    );
  }
  const ring: readonly (string | Buffer)[] = keys.length > 0 ? keys : [randomBytes(32)];
  const sign = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  return {
    seal(purpose, data) {
      const body = Buffer.from(JSON.stringify(data)).toString("base64url");
      return `${body}.${sign(ring[0] as string | Buffer, `${purpose}.${body}`).toString("base64url")}`;
    },
    open(purpose, sealed) {
      const [body = "", signature = ""] = sealed.split(".");
      const given = Buffer.from(signature, "base64url");
      const isOurs = ring.some((key) => {
        const right = sign(key, `${purpose}.${body}`);
        return right.length === given.length && timingSafeEqual(right, given);
      });
      return isOurs ? JSON.parse(Buffer.from(body, "base64url").toString("utf8")) : undefined;
    },
  };
}
