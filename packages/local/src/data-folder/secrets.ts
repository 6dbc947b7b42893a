import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@order-hub/shared/config';

/** Secrets that the hub keeps between two starts. */
export type Secrets = {
  internal_keys: string;
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

/**
 * Returns the secrets of this data folder, and creates them at the first start. Throws ConfigError if there is a database
 * but no secrets.
 */
export function keepSecrets(folder: string): Secrets {
  const path = join(folder, 'secrets.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Secrets;
  if (existsSync(join(folder, 'postgres'))) {
    throw new ConfigError(
      `${path} is missing, and the database in ${folder} cannot be read without it. Restore the file, or remove ${folder} to start over.`,
    );
  }
  const secrets: Secrets = {
    internal_keys: newSecret(),
    encryption_keys: newSecret(),
    operator_key: newSecret(),
    postgres_password: newSecret(),
  };
  writePrivately(path, secrets);
  return secrets;
}
