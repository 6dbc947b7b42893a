import * as management from '@order-hub/shared/management/operators';
import { answerFor } from '@order-hub/shared/principal-call';
import { listUsage } from './list-usage.ts';
import { retrieveStatus } from './retrieve-status.ts';

export const statusEndpoints = [
  answerFor(management.retrieveStatus, retrieveStatus),
  answerFor(management.listUsage, listUsage),
];
