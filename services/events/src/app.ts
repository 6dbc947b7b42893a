import { callbackEndpoints } from './callbacks/callback.endpoints.ts';
import { storeConnections } from './connections/connection.consumer.ts';
import { markAnonymised } from './events/anonymised-customer.consumer.ts';
import { storeChanges } from './events/change.consumer.ts';
import { eventEndpoints } from './events/event.endpoints.ts';
import { overviewEndpoints } from './overview/overview.endpoints.ts';

/** The endpoints and consumers of the events service. */
export const endpoints = [...callbackEndpoints, ...eventEndpoints, ...overviewEndpoints];
export const consumers = [storeConnections, storeChanges, markAnonymised];
