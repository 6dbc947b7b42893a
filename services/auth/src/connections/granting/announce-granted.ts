import type { Queryable } from '@order-hub/shared/database';
import { formatScope } from '@order-hub/shared/scopes';
import type { Actor } from '../../audit/audit.ts';
import { queueMail, type Mailing } from '../../mails/queue-mail.ts';
import type { Grant } from '../connection.ts';
import { grantConnection, lockGrantedPlace, type GrantTools } from './grant-connection.ts';
import { findGrantFacts } from './grant-facts.store.ts';

const connectionsPath = '/back-office/profile/connections';

/**
 * Grants a connection as `grantConnection` does, and mails the owner of the place. Granting again what was granted before is
 * no news.
 */
export async function grantAndAnnounce(
  trx: Queryable,
  { mailing, ...tools }: GrantTools & { mailing: Mailing },
  by: Actor,
  grant: Grant,
) {
  if (!mailing.isOn) return grantConnection(trx, tools, by, grant);
  const { user_id, account_id, ...place } = await lockGrantedPlace(trx, grant);
  const before = await findGrantFacts(trx, { ...grant, account_id, granted_by: grant.user_id });
  const granted = await grantConnection(trx, tools, by, grant);
  const scope = formatScope(grant.scope);
  // A connection for the user's profile alone is about no business.
  if (account_id === null || before.scope === scope) return granted;
  const facts = {
    app: before.client_name,
    place: place.location_name ?? place.account_name ?? '',
    scope,
    ...(before.email === null ? { by: 'operator' } : { by: 'user', who: before.email }),
  };
  const mail = { kind: 'app_connected', account_id, facts, link: { path: connectionsPath } } as const;
  await queueMail(trx, mailing, { now: by.at, to: { user_id } }, mail);
  return granted;
}
