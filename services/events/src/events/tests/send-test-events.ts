import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound, tooManyRequests } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { ownerOf } from '../../callbacks/owner.ts';
import { retrieveCallback } from '../../callbacks/retrieve-callback.ts';
import { isVisible, visibilityOf } from '../../visibility/visibility.ts';
import { insertChanges } from '../change.store.ts';
import { newEventId } from '../event.ts';
import { testChange, testKinds, type TestKind } from './test-change.ts';
import { markTested } from './test-event.store.ts';

export type TestDeps = { db: Database; wake: (connection_ids: readonly string[]) => void };

const secondsBetween = 10;

const tooSoon = () =>
  tooManyRequests(
    `Test events can be sent every ${secondsBetween} seconds`,
    { 'Retry-After': String(secondsBetween) },
    'test_events',
  );

const isNamed = ({ resource_type, event_type }: TestKind, names: readonly string[]) =>
  names.includes(`${resource_type}.${event_type}`);

/** The body for one kind, such as `order.create`; without it for all to which the callback subscribes. */
export function testBodyOf(type: string | undefined): Asked {
  if (type === undefined) return {};
  const [resource_type = '', event_type = ''] = type.split('.');
  return { events: { [resource_type]: [event_type] } };
}

type Asked = { events?: Readonly<Record<string, readonly string[] | null>> | null | undefined };

const namesOf = ({ events }: Asked) =>
  events && Object.entries(events).flatMap(([resource, types]) => (types ?? []).map((type) => `${resource}.${type}`));

/**
 * Makes a test event of each kind that the body names, or to which the callback subscribes, if the connection may see it. They are
 * pushed or listed like others, and say `"test": true`. Throws 404 without a callback, and 429 within ten seconds of the last time.
 */
export async function sendTestEvents({ db, wake }: TestDeps, ctx: Context, _params: unknown, body: Asked) {
  const owner = ownerOf(ctx);
  const visibility = visibilityOf(ctx.caller);
  if (Object.keys((await retrieveCallback({ db }, ctx)).events).length === 0) throw notFound('Callback');
  const reply = await transaction(db, async (trx) => {
    const callback = await markTested(trx, owner, secondsBetween);
    if (!callback) throw tooSoon();
    const names = namesOf(body) ?? callback.subscribed;
    const made = testKinds
      .filter((kind) => isNamed(kind, names))
      .map((kind) => ({
        ...{ change_id: newId(ctx.now), event_id: newEventId(owner.connection_id, ctx.now) },
        change: testChange(kind, ctx),
      }))
      .filter(({ change }) => isVisible(visibility, change));
    const changes = made.map(({ change_id, change }) => ({
      ...{ id: change_id, body: change, request_id: ctx.requestId, traceparent: ctx.traceparent },
    }));
    const rows = made.map(({ event_id, change_id }) => ({
      ...{ id: event_id, change_id, callback_id: callback.id, account_id: owner.account_id },
      resource: `test ${event_id}`,
    }));
    if (made.length > 0) await insertChanges(trx, changes, rows);
    const events = made.map(({ event_id, change: { resource_type, event_type } }) => ({
      ...{ id: event_id, resource_type, event_type },
    }));
    return rememberReply(trx, ctx, { events });
  });
  wake([owner.connection_id]);
  return reply;
}
