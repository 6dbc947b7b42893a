import type { Consumer } from '@order-hub/shared/consumer';
import type { Endpoint } from '@order-hub/shared/endpoint';

/** What the customers service answers, and what it does with messages: nothing yet. */
export const endpoints: Endpoint<object>[] = [];
export const consumers: Consumer<object>[] = [];
