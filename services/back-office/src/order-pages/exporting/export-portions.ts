import type { UserVisit } from '@order-hub/pages/visit';
import { ApiError } from '@order-hub/shared/errors';
import { exportOrders, type OrderFilters } from '@order-hub/shared/order-search-calls';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RenewToken } from './renew-token.ts';
import { headLine, orderLines } from './order-columns.ts';

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

/** The lines of a file with the orders that a search finds. */
export async function* exportPortions(exporting: Exporting): AsyncGenerator<string, void> {
  const current = tokens(exporting);
  let before: string | undefined;
  yield headLine;
  do {
    const { orders, next } = await findPortion(exporting, await current(), before);
    const lines = orderLines(orders);
    if (lines !== '') yield lines;
    before = next ?? undefined;
  } while (before !== undefined);
}
