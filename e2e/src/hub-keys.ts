import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hub } from '@order-hub/local/hub';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import { readSigningKey, type SigningKey } from '@order-hub/shared/signing-keys';

/** The private keys of a hub's services, as the hub keeps them in its data folder. */
export function hubKeys({ data_folder }: Pick<Hub, 'data_folder'>): Record<ServiceName, SigningKey> {
  const { signing_keys } = JSON.parse(readFileSync(join(data_folder, 'secrets.json'), 'utf8'));
  const keys = serviceNames.map((name) => [name, readSigningKey(signing_keys[name])]);
  return Object.fromEntries(keys) as Record<ServiceName, SigningKey>;
}
