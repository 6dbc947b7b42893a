import { answerFor } from '@order-hub/shared/principal-call';
import * as calls from '@order-hub/shared/today-calls';
import { retrieveToday } from './retrieve-today.ts';

/** What the page of today shows. */
export const todayEndpoints = [answerFor(calls.retrieveToday, retrieveToday)];
