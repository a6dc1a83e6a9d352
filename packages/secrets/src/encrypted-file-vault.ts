import { type Awaitable, ToolError } from "@agent-tools/contract";
import { exclusively, fileStamp, readPrivate, writePrivate } from "./private-file.js";
import { type BoxKey, boxKey, boxParameters, isCost, seal, unseal } from "./sealed-box.js";
import { type SecretEntry, type SecretScope, secretKey, type WritableVault } from "./vault.js";

/** Where the file is and what opens it. */
export interface EncryptedFileOptions {
  readonly path: string;
  /** At least 12 characters, or who asks for them when the file is first used. It belongs into no argument and no log. */
  readonly passphrase: string | (() => Awaitable<string>);
  /** scrypt's N for a new file, a power of two from 2^14 to 2^20. Default 2^17, about a second to open. */
  readonly cost?: number;
}

/** Secrets in one encrypted file. */
export interface EncryptedFileVault extends WritableVault {
  /** What is in it, without the values. */
  list(): Promise<readonly SecretEntry[]>;
  /** Seals everything anew, under a new salt. From here on only this passphrase opens the file. */
  changePassphrase(passphrase: string): Promise<void>;
}

interface Held extends SecretEntry {
  readonly value: string;
}

interface Opened {
  readonly stamp: string | undefined;
  readonly entries: ReadonlyMap<string, Held>;
}

const SHORTEST_PASSPHRASE = 12;

/**
 * Secrets in a file that is sealed with AES-256-GCM under a key that scrypt derives from a passphrase. The file is for its
 * owner only (mode 0600, else it is refused), written whole or not at all, and by one writer at a time, in whatever process.
 * What another process writes counts from the next use on. Without the file there are no secrets. Throws
 * `invalid_configuration` for a wrong passphrase, a changed file, and options that are wrong.
 */
export function encryptedFileVault({ path, cost = 2 ** 17, ...options }: EncryptedFileOptions): EncryptedFileVault {
  if (!isCost(cost)) {
    throw new ToolError("invalid_configuration", `cost is ${cost}; it must be a power of two from 2^14 to 2^20.`);
  }
  let { passphrase } = options;
  let key: Promise<BoxKey> | undefined;
  let opened: Promise<Opened> | undefined;
  let openedAt: string | undefined;

  const keyFor = async (sealed: string | undefined): Promise<BoxKey> => {
    const wanted = sealed === undefined ? undefined : boxParameters(sealed, path);
    const current = await key?.catch(() => undefined);
    if (current && (!wanted || (current.salt.equals(wanted.salt) && current.cost === wanted.cost))) return current;
    const words = checked(typeof passphrase === "string" ? passphrase : await passphrase());
    key = boxKey(words, wanted?.cost ?? cost, wanted?.salt);
    return key;
  };
  const read = async (stamp: string | undefined): Promise<Opened> => {
    if (stamp === undefined) return { stamp, entries: new Map() };
    const sealed = await readPrivate(path);
    const entries = entriesOf(unseal(sealed, await keyFor(sealed), path), path);
    return { stamp, entries: new Map(entries.map((entry) => [secretKey(entry.name, entry.scope), entry])) };
  };
  const open = async (): Promise<Opened> => {
    const stamp = await fileStamp(path);
    if (!opened || openedAt !== stamp) {
      openedAt = stamp;
      opened = read(stamp);
      // A failure is asked about again the next time.
      opened.catch(() => {
        opened = undefined;
      });
    }
    return opened;
  };
  const write = async (entries: ReadonlyMap<string, Held>, with_: BoxKey): Promise<void> => {
    await writePrivate(path, seal(JSON.stringify({ secrets: [...entries.values()] }), with_));
    opened = undefined;
  };
  const change = (work: (entries: Map<string, Held>) => boolean): Promise<boolean> =>
    exclusively(path, async () => {
      const entries = new Map((await open()).entries);
      if (!work(entries)) return false;
      await write(entries, await keyFor(await sealedNow()));
      return true;
    });
  const sealedNow = async (): Promise<string | undefined> =>
    (await fileStamp(path)) === undefined ? undefined : readPrivate(path);

  return {
    get: async (name, scope) => (await open()).entries.get(secretKey(name, scope))?.value,
    async set(name, scope, value) {
      if (name === "" || scope.workspace === "" || value === "") {
        throw new ToolError("invalid_arguments", "A secret has a name, a workspace and a value, none of them empty.");
      }
      await change((entries) => Boolean(entries.set(secretKey(name, scope), { name, scope: copyOf(scope), value })));
    },
    delete: (name, scope) => change((entries) => entries.delete(secretKey(name, scope))),
    list: async () => [...(await open()).entries.values()].map(({ name, scope }) => ({ name, scope })),
    async changePassphrase(next) {
      checked(next);
      await exclusively(path, async () => {
        const { entries } = await open();
        const fresh = await boxKey(next, cost);
        await write(entries, fresh);
        passphrase = next;
        key = Promise.resolve(fresh);
      });
    },
  };
}

function checked(passphrase: string): string {
  if (typeof passphrase === "string" && passphrase.length >= SHORTEST_PASSPHRASE) return passphrase;
  throw new ToolError("invalid_configuration", `A passphrase has at least ${SHORTEST_PASSPHRASE} characters.`);
}

function copyOf({ workspace, caller, reference }: SecretScope): SecretScope {
  return { workspace, ...(caller !== undefined && { caller }), ...(reference && { reference }) };
}

function entriesOf(text: string, path: string): readonly Held[] {
  const { secrets } = JSON.parse(text) as { readonly secrets?: readonly Held[] };
  if (Array.isArray(secrets)) return secrets;
  throw new ToolError("invalid_configuration", `${path} holds no list of secrets.`);
}
