import type { Database } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import { countSecrets, retrieveKeys as askForKeys } from '@order-hub/shared/keys-calls';
import { keyIdsOf } from '@order-hub/shared/keys-endpoint';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { countByKey } from '@order-hub/shared/reencrypt';
import type { SigningKey, VerifyingKeys } from '@order-hub/shared/signing-keys';
import { encryptedColumns } from './encrypted-columns.ts';

type Deps = {
  db: Database;
  ask: Ask;
  encryptionKeys: readonly string[];
  signingKey: SigningKey;
  verifyingKeys: VerifyingKeys;
};

type KeyIds = ReturnType<typeof keyIdsOf>;

const withService = <Row extends object>(service: ServiceName, rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, service }));

/** Which keys sign, verify and encrypt, by their ids. A service that does not answer has none. */
export async function retrieveKeys(deps: Deps, { requestId }: PrincipalContext) {
  const { db, ask, encryptionKeys, signingKey, verifyingKeys } = deps;
  const keysOf = async (service: ServiceName): Promise<KeyIds | undefined> =>
    service === 'auth'
      ? keyIdsOf(signingKey, verifyingKeys)
      : ask(askForKeys(service), { params: {}, requestId }).catch(() => undefined);
  const found = await Promise.all(serviceNames.map(async (service) => ({ service, keys: await keysOf(service) })));
  const refusing = (key: string | undefined) =>
    found.filter(({ keys }) => key !== undefined && keys && !keys.verifying_keys.includes(key));
  const secrets = await ask(countSecrets, { params: {}, requestId });
  return {
    services: found.map(({ service, keys }) => ({
      service,
      signing_key: keys?.signing_key ?? null,
      verifying_keys: keys?.verifying_keys ?? null,
      unknown_to: refusing(keys?.signing_key).map((other) => other.service),
    })),
    encrypted: [
      ...withService('auth', await countByKey(db, encryptionKeys, encryptedColumns)),
      ...withService('events', secrets?.encrypted ?? []),
    ],
  };
}
