import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import type { Backlog } from '@order-hub/shared/management/backlog';
import { backlogPath, operatedAccountPath } from '../paths/operator-path.ts';
import { pathWith } from '../paths/path-with.ts';
import { countInWords } from './count-in-words.ts';

type Events = NonNullable<Backlog['events']>;
type Group = Events['accounts'][number];
type Waiting = Pick<Group, 'waiting' | 'oldest_at' | 'reasons'>;

const since = ({ oldest_at }: Waiting, timezone: string) => <When at={new Date(oldest_at)} timezone={timezone} />;

const Named = ({ name, id, href }: { name: string | null; id: string; href: string }) => (
  <>
    <a href={href}>{name ?? id}</a>
    {name !== null && (
      <div>
        <code>{id}</code>
      </div>
    )}
  </>
);

type GroupsProps = {
  label: string;
  head: string;
  groups: readonly Group[];
  hrefOf: (id: string) => string;
  timezone: string;
};

const Groups = ({ label, head, groups, hrefOf, timezone }: GroupsProps) => (
  <Table
    label={label}
    heads={[head, 'Events', 'Since', 'Connections', 'Why']}
    rows={groups.map((group) => [
      <Named {...group} href={hrefOf(group.id)} />,
      countInWords(group.waiting),
      since(group, timezone),
      group.connections,
      group.reasons.join(', '),
    ])}
  />
);

const Connections = ({ events: { connections }, timezone }: { events: Events; timezone: string }) => (
  <Table
    label="Connections"
    heads={['Connection', 'Account', 'Events', 'Since', 'Why']}
    rows={connections.map((connection) => [
      <Named
        name={connection.client_name}
        id={connection.id}
        href={pathWith(backlogPath, { connection: connection.id })}
      />,
      connection.account_id === null ? (
        '–'
      ) : (
        <a href={operatedAccountPath(connection.account_id)}>{connection.account_name ?? connection.account_id}</a>
      ),
      countInWords(connection.waiting),
      since(connection, timezone),
      connection.reasons.join(', '),
    ])}
  />
);

/** For which accounts, clients and connections most events wait. */
export const WaitingEvents = ({ events, timezone }: { events: Backlog['events']; timezone: string }) => {
  if (events === null) {
    return (
      <Section title="Events by account">
        <Empty>The events service does not answer at the moment.</Empty>
      </Section>
    );
  }
  if (events.connections.length === 0) {
    return (
      <Section title="Events by account">
        <Empty>No events wait.</Empty>
      </Section>
    );
  }
  return (
    <>
      <Section title="Events by account">
        {events.is_partial && (
          <p>Events wait for more connections than were looked at. Filter by account or connection.</p>
        )}
        <Groups
          {...{ label: 'Accounts', head: 'Account', groups: events.accounts, timezone }}
          hrefOf={(account) => pathWith(backlogPath, { account })}
        />
      </Section>
      <Section title="Events by client">
        <Groups
          {...{ label: 'Clients', head: 'Client', groups: events.clients, timezone }}
          hrefOf={(client) => pathWith(backlogPath, { client })}
        />
      </Section>
      <Section title="Events by connection">
        <Connections events={events} timezone={timezone} />
      </Section>
    </>
  );
};
