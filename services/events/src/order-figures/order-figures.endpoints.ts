import { listOrderHistory as declared } from '@order-hub/shared/order-history-calls';
import { answerFor } from '@order-hub/shared/principal-call';
import { listOrderHistory } from './list-order-history.ts';

/** What pages show of an order's timeline. */
export const orderFiguresEndpoints = [answerFor(declared, listOrderHistory)];
