import { ConfigError } from './config.ts';
import type { ServiceName } from '../neighbours.ts';
import type { SigningKey, VerifyingKeys } from './signing-keys.ts';

type KeyConfig = { HUB_SIGNING_KEY: SigningKey; HUB_VERIFYING_KEYS: VerifyingKeys };

/**
 * Checks that the others know the key with which `service` signs. Without the check a process with the key of another service
 * would start, and every other service would refuse its requests. Throws ConfigError.
 */
export function assertOwnKey(service: ServiceName, { HUB_SIGNING_KEY: { id }, HUB_VERIFYING_KEYS: keys }: KeyConfig) {
  if (keys.get(id)?.service === service) return;
  throw new ConfigError(`HUB_VERIFYING_KEYS has no key of ${service} that belongs to its HUB_SIGNING_KEY`);
}
