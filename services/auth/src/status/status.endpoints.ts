import * as management from '@order-hub/shared/management/operators';
import { answerFor } from '@order-hub/shared/principal-call';
import { retrieveStatus } from './retrieve-status.ts';

export const statusEndpoints = [answerFor(management.retrieveStatus, retrieveStatus)];
