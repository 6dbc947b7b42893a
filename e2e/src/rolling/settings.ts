import { randomBytes } from 'node:crypto';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { newServiceKeys } from '@order-hub/shared/signing-keys';
import { unlimited } from '../unlimited.ts';

const secret = () => randomBytes(24).toString('hex');

/** The settings of each service of a hub, with new keys. */
export function settingsFor({ database, broker }: { database: string; broker: string }) {
  const { signing_keys, verifying_keys } = newServiceKeys();
  const operator_key = secret();
  const common = {
    ...unlimited,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database,
    AMQP_URL: broker,
    // Of a release that may be older than signatures.
    ACCEPT_UNSIGNED_MESSAGES: 'true',
    INTERNAL_PORT: '0',
    PUBLIC_URL: 'http://localhost',
    CALLBACK_RETRY_BASE_SECONDS: '1',
    CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8',
    HUB_VERIFYING_KEYS: verifying_keys,
    HUB_ENCRYPTION_KEYS: secret(),
    HUB_FORM_KEYS: secret(),
    HUB_OPERATOR_KEY: operator_key,
  };
  return {
    operator_key,
    envOf: (name: ServiceName) => ({ ...common, HUB_SIGNING_KEY: signing_keys[name] }),
  };
}
