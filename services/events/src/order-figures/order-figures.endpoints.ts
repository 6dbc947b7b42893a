import type { Database } from '@order-hub/shared/database';
import { answerTo } from '@order-hub/shared/internal-call';
import * as histories from '@order-hub/shared/order-history-calls';
import { answerFor } from '@order-hub/shared/principal-call';
import * as calls from '@order-hub/shared/today-calls';
import { describeDays } from './describe-days.ts';
import { listOrderHistory } from './list-order-history.ts';

/** What pages show of orders: their timelines and the figures of days. */
export const orderFiguresEndpoints = [
  answerFor(histories.listOrderHistory, listOrderHistory),
  answerTo(calls.describeDays, ({ body }, { now }, deps: { db: Database }) => describeDays(deps, body, now)),
];
