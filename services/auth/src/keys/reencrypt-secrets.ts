import type { Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { reencryptSecrets as askToReencrypt } from '@order-hub/shared/keys-calls';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { reencryptStep } from '@order-hub/shared/reencrypt';
import { encryptedColumns } from './encrypted-columns.ts';

type Deps = { db: Database; ask: Ask; encryptionKeys: readonly string[] };

const inService = (service: string, next: string | null) => next && `${service} ${next}`;

/** One step: the secrets of auth, then the copies in events. Throws service_unavailable while events does not answer. */
export async function reencryptSecrets(
  { db, ask, encryptionKeys }: Deps,
  { requestId }: PrincipalContext,
  _params: object,
  { after = 'auth 0:' }: { after?: string | undefined },
) {
  const [service, position = '0:'] = after.split(' ');
  if (service === 'auth') {
    const step = await reencryptStep(db, encryptionKeys, encryptedColumns, position);
    return { ...step, next: inService('auth', step.next) ?? 'events 0:' };
  }
  const step = await ask(askToReencrypt, { params: {}, body: { after: position }, requestId });
  if (!step) throw serviceUnavailable('The events service is of an older version, which re-encrypts nothing');
  return { ...step, next: inService('events', step.next) };
}
