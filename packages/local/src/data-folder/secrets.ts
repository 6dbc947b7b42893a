import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@order-hub/shared/config';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { newServiceKeys } from '@order-hub/shared/signing-keys';

/** Secrets that the hub keeps between two starts. */
export type Secrets = {
  /** See signing-keys.ts: the private key of each service, and the list of all public keys. */
  signing_keys: Record<ServiceName, string>;
  verifying_keys: string;
  form_keys: string;
  encryption_keys: string;
  operator_key: string;
  postgres_password: string;
};

const newSecret = () => randomBytes(32).toString('hex');

/** Writes JSON that only this user can read. Replaces the file at once, so that it is never half written. */
export function writePrivately(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

const newSecrets = (): Secrets => ({
  ...newServiceKeys(),
  form_keys: newSecret(),
  encryption_keys: newSecret(),
  operator_key: newSecret(),
  postgres_password: newSecret(),
});

/**
 * Returns the secrets of this data folder. Creates them at the first start, and later those that an earlier release lacked.
 * Throws ConfigError if there is a database but no secrets.
 */
export function keepSecrets(folder: string): Secrets {
  const path = join(folder, 'secrets.json');
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>) : undefined;
  if (!kept && existsSync(join(folder, 'postgres'))) {
    throw new ConfigError(
      `${path} is missing, and the database in ${folder} cannot be read without it. Restore the file, or remove ${folder} to start over.`,
    );
  }
  const secrets = { ...newSecrets(), ...kept };
  writePrivately(path, secrets);
  return secrets;
}
