import { Section } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { ManagedConnection } from '@order-hub/shared/management/connections';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';
import { texts } from './texts.ts';
import { HealthSentence, HealthTag, NextStep } from './health-words.tsx';
import { healthOf } from './health.ts';

type Props = {
  connection: ManagedConnection;
  deliveries: ConnectionDeliveries | 'unavailable' | null;
  visit: UserVisit;
};

/** On the page of a connection: how the app does, and what to do next. */
export const HealthSection = ({ connection, deliveries, visit }: Props) => {
  const health = healthOf(connection, deliveries, visit.now);
  return (
    <Section title={texts(visit)('health')}>
      <p>
        <HealthTag health={health} /> <HealthSentence health={health} timezone={visit.user.timezone} />{' '}
        <NextStep id={connection.id} health={health} />
      </p>
    </Section>
  );
};
