import type { Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import { listUsage as askForUsage } from '@order-hub/shared/gateway-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { listAccountNames } from '../accounts/list-account-names.ts';
import { listUserEmails } from '../users/emails/list-user-emails.ts';

/**
 * Who used how much of the hub in the last minute and hour, with names: those whose requests cost most come first
 * (docs/api/limits.md#cost). Throws service_unavailable if the gateway does not answer.
 */
export async function listUsage(
  { db, ask }: { db: Database; ask: Ask },
  { requestId }: PrincipalContext,
  _params: object,
  { count }: { count: number },
) {
  const answer = await ask(askForUsage, { params: {}, body: { count }, requestId });
  if (!answer) throw serviceUnavailable('The gateway is of an older version, which keeps no usage');
  const { items } = answer;
  const idsOf = (kind: string) => items.filter((item) => item.kind === kind).map(({ id }) => id);
  const [accounts, users] = await Promise.all([
    listAccountNames({ db }, idsOf('account')),
    listUserEmails({ db }, idsOf('user')),
  ]);
  const names = { account: accounts, user: users, address: new Map<string, string>() };
  return { items: items.map((item) => ({ ...item, name: names[item.kind].get(item.id) ?? null })) };
}
