import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { idFloor } from '@order-hub/shared/ids';
import type { Page } from '@order-hub/shared/page';
import { parseTime } from '@order-hub/shared/times';
import { ownerOf, type Owner } from '../callbacks/owner.ts';
import { oldestShown } from '../day-logs/day-slots.ts';
import type { LoggedRequest } from './logged-request.ts';
import type { RequestQuery, RequestView } from './logged-request.schema.ts';
import * as store from './logged-request.store.ts';
import { viewRequest } from './logged-request.view.ts';

export type RequestLogDeps = { db: Database; requestLogDays: number };

/** `before`: the id of the first request that the page does not have. The times are ISO 8601. */
type Listed = store.RequestFilters & {
  count: number;
  before?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
};

/** Sorts after every id. */
const afterAllIds = '~';

const floorOf = (time: string | undefined, otherwise: string) =>
  time === undefined ? otherwise : idFloor(parseTime(time));

const least = (one: string, other: string) => (one < other ? one : other);
const most = (one: string, other: string) => (one > other ? one : other);

/** Whose requests: those of a connection, or of all connections of a client. */
export type Watched = { owner: Owner } | { client_id: string };

/** A page of the log of the last days, the newest first. */
export function listLog(
  { db, requestLogDays }: RequestLogDeps,
  now: Date,
  watched: Watched,
  { count, before = afterAllIds, since, until, ...filters }: Listed,
): Promise<Page<LoggedRequest>> {
  const page = {
    count,
    before: least(before, floorOf(until, afterAllIds)),
    oldest: most(oldestShown(now, requestLogDays), floorOf(since, '')),
  };
  return 'owner' in watched
    ? store.listRequestsOfConnection(db, watched.owner, filters, page)
    : store.listRequestsOfClient(db, watched.client_id, filters, page);
}

/** A page of the caller's requests. */
export async function listRequests(
  deps: RequestLogDeps,
  ctx: Context,
  _params: unknown,
  { cursor, after: since, before: until, ...filters }: RequestQuery,
): Promise<Page<RequestView>> {
  const owner = ownerOf(ctx);
  const { items, next } = await listLog(deps, ctx.now, { owner }, { ...filters, before: cursor, since, until });
  return { items: items.map(viewRequest), next };
}
