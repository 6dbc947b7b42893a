import { backlogEndpoints } from '@order-hub/shared/backlog-endpoints';
import { eventBacklogEndpoints } from './backlog/event-backlog.endpoints.ts';
import { attemptLogEndpoints } from './attempt-log/attempt-log.endpoints.ts';
import { watchedLogEndpoints } from './attempt-log/watched-log.endpoints.ts';
import { callbackEndpoints } from './callbacks/callback.endpoints.ts';
import { storeConnections } from './callbacks/connection.consumer.ts';
import { markAnonymised } from './events/anonymising/anonymised-customer.consumer.ts';
import { storeChanges } from './events/change.consumer.ts';
import { eventEndpoints } from './events/event.endpoints.ts';
import { testEventEndpoints } from './events/tests/test-event.endpoints.ts';
import { secretEndpoints } from './keys/secret.endpoints.ts';
import { orderFiguresEndpoints } from './order-figures/order-figures.endpoints.ts';
import { overviewEndpoints } from './overview/overview.endpoints.ts';
import { requestLogEndpoints, watchedRequestsEndpoints } from './request-log/request-log.endpoints.ts';

/** The endpoints and consumers of the events service. */
export const endpoints = [
  ...callbackEndpoints,
  ...attemptLogEndpoints,
  ...watchedLogEndpoints,
  ...eventEndpoints,
  ...testEventEndpoints,
  ...overviewEndpoints,
  ...orderFiguresEndpoints,
  ...requestLogEndpoints,
  ...watchedRequestsEndpoints,
  ...secretEndpoints,
  ...eventBacklogEndpoints,
  ...backlogEndpoints,
];
export const consumers = [storeConnections, storeChanges, markAnonymised];
