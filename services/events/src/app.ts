import { callbackEndpoints } from './callbacks/callback.endpoints.ts';
import { keepConnections } from './connections/connection.consumer.ts';
import { storeChanges } from './events/change.consumer.ts';
import { eventEndpoints } from './events/event.endpoints.ts';
import { forgetCustomers } from './events/forget-customers.consumer.ts';

/** Everything the events service answers, and what it does with messages. */
export const endpoints = [...callbackEndpoints, ...eventEndpoints];
export const consumers = [keepConnections, storeChanges, forgetCustomers];
