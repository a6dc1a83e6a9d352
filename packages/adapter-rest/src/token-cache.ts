/** A token and when it ends, in milliseconds since the epoch. */
export interface Token {
  readonly value: string;
  readonly expiresAt: number;
}

/** Keeps tokens in memory and has each one fetched once, however many calls wait for it. */
export interface TokenCache {
  /**
   * A token that is not about to expire. A `refused` one is not answered with again: it is replaced, unless another call
   * has done so already.
   */
  get(key: string, fetchToken: () => Promise<Token>, refused?: string): Promise<string>;
}

const marginMs = 30_000;
const maxTokens = 1_000;

export function tokenCache(): TokenCache {
  const tokens = new Map<string, Promise<Token>>();

  return {
    async get(key, fetchToken, refused) {
      const known = tokens.get(key);
      const token = await known?.catch(() => undefined);
      if (token && token.value !== refused && token.expiresAt - marginMs > Date.now()) return token.value;
      // While this call waited another one may have asked for a new token already.
      const current = tokens.get(key);
      if (current && current !== known) return (await current).value;
      const fresh = fetchToken();
      tokens.delete(key);
      tokens.set(key, fresh);
      if (tokens.size > maxTokens) tokens.delete(tokens.keys().next().value as string);
      fresh.catch(() => {
        if (tokens.get(key) === fresh) tokens.delete(key);
      });
      return (await fresh).value;
    },
  };
}
