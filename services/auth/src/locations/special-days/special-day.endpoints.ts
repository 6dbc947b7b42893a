import * as calls from '@order-hub/shared/management/special-days';
import { answerFor } from '@order-hub/shared/principal-call';
import { addSpecialDay } from './add-special-day.ts';
import { listSpecialDays } from './list-special-days.ts';
import { removeSpecialDay } from './remove-special-day.ts';

/** The special days of a location, for the people who manage it. */
export const specialDayEndpoints = [
  answerFor(calls.listSpecialDays, listSpecialDays),
  answerFor(calls.addSpecialDay, addSpecialDay),
  answerFor(calls.removeSpecialDay, removeSpecialDay),
];
