import * as calls from '@order-hub/shared/order-history-calls';
import { answerFor } from '@order-hub/shared/principal-call';
import { listOrderHistory } from './list-order-history.ts';

/** What the back office shows of orders: their timelines and the figures of days. */
export const orderFiguresEndpoints = [answerFor(calls.listOrderHistory, listOrderHistory)];
