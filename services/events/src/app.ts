import { callbackEndpoints } from './callbacks/callback.endpoints.ts';
import { keepConnections } from './connections/connection.consumer.ts';
import { markAnonymised } from './events/anonymised-customer.consumer.ts';
import { storeChanges } from './events/change.consumer.ts';
import { eventEndpoints } from './events/event.endpoints.ts';

/** Everything the events service answers, and what it does with messages. */
export const endpoints = [...callbackEndpoints, ...eventEndpoints];
export const consumers = [keepConnections, storeChanges, markAnonymised];
