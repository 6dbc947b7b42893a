/** Which statuses acknowledge; without a value 200 to 499. */
export type Acknowledge = '2xx' | undefined;

/** Whether an answer acknowledges an event (docs/api/events.md#acknowledgement). No answer, null, does not. */
export const isAcknowledged = (status: number | null, acknowledge: Acknowledge): boolean =>
  status !== null && status >= 200 && status <= (acknowledge === '2xx' ? 299 : 499);
