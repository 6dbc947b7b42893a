import { Name, Notice } from '@order-hub/pages/elements';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Refusals = NonNullable<ConnectionDeliveries['refusals']>;

const credentialStatuses = [401, 403];

/** Why an app answers so, as far as the status tells. */
const wrongBy = (status: number) => (credentialStatuses.includes(status) ? 'secret' : 'address');

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
      {texts(useLanguage())('refuses', {
        name: <Name>{name}</Name>,
        status: String(status),
        count,
        wrong: wrongBy(status),
        log: (text) => <a href={`${logPath}?state=refused`}>{text}</a>,
      })}
    </p>
  </Notice>
);
