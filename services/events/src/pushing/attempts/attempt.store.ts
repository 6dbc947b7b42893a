import type { Queryable } from '@order-hub/shared/database';
import type { MessageCause } from '@order-hub/shared/message-cause';
import type { StoredEvent } from '../../events/event.ts';
import { leaseColumns, type Lease } from '../claiming/lease.ts';

/** What an attempt needs. Read when it is made, as the callback may have changed since the event was stored. */
export type Attempt = StoredEvent &
  MessageCause & {
    callback_id: string;
    connection_id: string;
    attempts: number;
    url: string;
    acknowledge: '2xx' | null;
    client_id: string;
    client_secret: string;
    /** The one before the last rotation, while it signs. */
    previous_client_secret: string | null;
    /** Whether the client kept it. */
    keeps_previous: boolean;
    /** Whom the event is about. */
    customer_id: string | null;
    scope: string;
    catalog_id: string | null;
    customer_list_id: string | null;
  };

/** The attempts of leased events. One is missing when its callback is passive or deleted now, or its lease has ended. */
export async function listAttempts(db: Queryable, leases: readonly Lease[]): Promise<Attempt[]> {
  const { rows } = await db.query<Attempt>({
    name: 'list-attempts',
    text: `select e.id, e.callback_id, cb.connection_id, e.attempts, cb.url, cb.acknowledge, c.client_id, c.client_secret,
             case when c.previous_secret_until > now() then c.previous_client_secret end as previous_client_secret,
             coalesce(c.kept_secret_until > now(), false) as keeps_previous, c.scope, c.catalog_id, c.customer_list_id, ch.resource_type, ch.event_type,
             ch.created_at, ch.timezone, ch.ids, ch.previous_state, ch.new_state, ch.state_change, ch.customer_id,
             ch.previous_private_refs -> c.client_id as previous_refs, ch.private_refs -> c.client_id as refs, ch.request_id, ch.traceparent
           from unnest($1::text[], $2::text[], $3::text[]) as l (callback_id, id, lease)
           join events e on e.callback_id = l.callback_id and e.id = l.id and e.lease_id = l.lease
           join callbacks cb on cb.id = e.callback_id and cb.url is not null
           join connections c on c.id = cb.connection_id and c.client_secret is not null
           join changes ch on ch.id = e.change_id and coalesce(ch.account_id, cb.account_id) = cb.account_id`,
    values: leaseColumns(leases),
  });
  return rows;
}
