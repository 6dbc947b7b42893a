import type { UserVisit } from '@order-hub/pages/visit';
import { ApiError } from '@order-hub/shared/errors';
import { exportOrders, type OrderFilters } from '@order-hub/shared/order-search-calls';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Portions } from './open-exports.ts';
import { separatorOf } from '../../csv/csv-text.ts';
import { orderFile } from './order-columns.ts';

/** A new user token for the session; undefined when it is over, or its user may no longer export. */
type RenewToken = () => Promise<string | undefined>;

const triesMax = 5;
const pauseMs = 1_000;
/** A user token is valid for a minute. A file ends with the session, at the latest after this time. */
const renewEveryMs = 4_000;

type Exporting = { askFor: AskFor; visit: UserVisit; search: OrderFilters; renewToken: RenewToken };

/** A token of a session that goes on. Throws when it is over. */
function tokens({ visit, renewToken }: Exporting) {
  const on: OnBehalf = { user_token: visit.user_token, requestId: visit.requestId, address: visit.address };
  let renewedAt = performance.now();
  return async (): Promise<OnBehalf> => {
    if (performance.now() - renewedAt < renewEveryMs) return on;
    const token = await renewToken();
    if (token === undefined) throw new Error('the session is over');
    renewedAt = performance.now();
    on.user_token = token;
    return on;
  };
}

/** Orders is busy for a moment sometimes; the file is complete or ends in the middle. */
async function findPortion({ askFor, search }: Exporting, on: OnBehalf, before: string | undefined) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await askFor(exportOrders, on, { params: {}, input: { ...search, before } });
    } catch (error) {
      if (tried === triesMax || !(error instanceof ApiError) || error.status < 500) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Finds the first orders. Returns the lines of a file with all orders that the search finds. */
export async function findPortions(exporting: Exporting): Promise<Portions> {
  const current = tokens(exporting);
  let found = await findPortion(exporting, await current(), undefined);
  const { head, lines: linesOf } = orderFile(separatorOf(exporting.visit));
  return async function* () {
    yield head;
    for (;;) {
      const { orders, next } = found;
      const lines = linesOf(orders);
      if (lines !== '') yield lines;
      if (next === null) return;
      found = await findPortion(exporting, await current(), next);
    }
  };
}
