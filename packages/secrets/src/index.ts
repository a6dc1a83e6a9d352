export { type EncryptedFileOptions, type EncryptedFileVault, encryptedFileVault } from "./encrypted-file-vault.js";
export { envFileVault, environmentVault, type VariablesOptions } from "./environment-vault.js";
export { type KeyringOptions, keyringVault } from "./keyring-vault.js";
export { type ScopedSecrets, type SecretSourceOptions, secretSource } from "./secret-source.js";
export type { SecretEntry, SecretScope, SecretVault, WritableVault } from "./vault.js";
