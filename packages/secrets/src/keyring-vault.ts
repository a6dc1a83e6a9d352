import { ToolError } from "@agent-tools/contract";
import { secretKey, type WritableVault } from "./vault.js";

/** How entries are named in the keyring. */
export interface KeyringOptions {
  /** Default `agent-tools`. */
  readonly service?: string;
}

/**
 * Secrets in the keyring of the operating system (Keychain, Credential Manager, Secret Service or kernel keys), one entry for
 * each. It needs the package `@napi-rs/keyring` and a keyring that is unlocked; throws `invalid_configuration` where either is
 * not there.
 */
export function keyringVault({ service = "agent-tools" }: KeyringOptions = {}): WritableVault {
  const work = async <T>(key: string, ask: (entry: KeyringEntry) => Promise<T>): Promise<T> => {
    const { AsyncEntry } = await keyring();
    try {
      return await ask(new AsyncEntry(service, key));
    } catch (cause) {
      throw new ToolError("invalid_configuration", "The keyring of this system does not answer.", {
        hint: "Unlock it, or keep secrets in an encrypted file: encryptedFileVault.",
        cause,
      });
    }
  };
  return {
    get: (name, scope) => work(secretKey(name, scope), async (entry) => (await entry.getPassword()) ?? undefined),
    set: (name, scope, value) => work(secretKey(name, scope), (entry) => entry.setPassword(value)),
    delete: (name, scope) =>
      work(secretKey(name, scope), async (entry) => {
        const isThere = Boolean(await entry.getPassword());
        if (isThere) await entry.deletePassword();
        return isThere;
      }),
  };
}

type KeyringEntry = InstanceType<Awaited<ReturnType<typeof keyring>>["AsyncEntry"]>;

async function keyring(): Promise<typeof import("@napi-rs/keyring")> {
  try {
    return await import("@napi-rs/keyring");
  } catch (cause) {
    throw new ToolError(
      "invalid_configuration",
      "The keyring needs the package @napi-rs/keyring, which is not there.",
      {
        hint: "npm install @napi-rs/keyring",
        cause,
      },
    );
  }
}
