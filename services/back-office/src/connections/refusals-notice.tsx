import { Name, Notice } from '@order-hub/pages/elements';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';

type Refusals = NonNullable<ConnectionDeliveries['refusals']>;

const credentialStatuses = [401, 403];

/** Why an app answers so, as far as the status tells. */
const causeOf = (status: number) =>
  credentialStatuses.includes(status) ? 'its secret may be wrong' : 'it may have changed, or stand at another address';

/** Says that an app refuses its events: it answers each with a status from 400 to 499, and so never gets it. */
export const RefusalsNotice = ({
  name,
  refusals: { count, status },
  logPath,
}: {
  name: string;
  refusals: Refusals;
  logPath: string;
}) => (
  <Notice tone="bad">
    <p>
      <Name>{name}</Name>
      {` answered ${status} to the last ${count.toLocaleString('en')} events: ${causeOf(status)}.`}
      {' The events are kept for 7 days. '}
      <a href={`${logPath}?state=refused`}>See what it answered, and send them again</a>
    </p>
  </Notice>
);
