import { OperatorError, type ManagementApi } from '@order-hub/operator/client';
import { sentencesOf } from '../field-faults.ts';

type ErrorBody = { message?: string; errors?: { field: string; message: string }[] };

/** An error of the management API, in sentences that name the options of the command line. */
export function refusalOf({ status, body }: OperatorError, { auth_url }: ManagementApi): string {
  if (status === null) {
    return `The hub cannot be reached at ${auth_url}. Start it with \`npm start\`, or set HUB_AUTH_URL and HUB_OPERATOR_KEY to those of a running hub.`;
  }
  if (status === 401) {
    return `The hub at ${auth_url} refuses this operator key: it was started with another one than HUB_OPERATOR_KEY (or operator.json).`;
  }
  const { message, errors = [] } = (body ?? {}) as ErrorBody;
  if (errors.length > 0) return sentencesOf(errors);
  return message ?? `The hub at ${auth_url} answered ${status}.`;
}
