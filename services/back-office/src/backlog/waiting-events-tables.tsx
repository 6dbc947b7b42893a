import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import type { Backlog } from '@order-hub/shared/management/backlog';
import { backlogPath, operatedAccountPath } from '../paths/operator-path.ts';
import { pathWith } from '../queries/path-with.ts';
import { countInWords } from './count-in-words.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

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

const Groups = ({ label, head, groups, hrefOf, timezone }: GroupsProps) => {
  const language = useLanguage();
  const t = texts(language);
  return (
    <Table
      label={label}
      heads={[head, t('events'), t('since'), t('connections'), t('why')]}
      rows={groups.map((group) => [
        <Named {...group} href={hrefOf(group.id)} />,
        countInWords(group.waiting, { language }),
        since(group, timezone),
        group.connections,
        <bdi>{group.reasons.join(', ')}</bdi>,
      ])}
    />
  );
};

const Connections = ({ events: { connections }, timezone }: { events: Events; timezone: string }) => {
  const language = useLanguage();
  const t = texts(language);
  return (
    <Table
      label={t('connections')}
      heads={[t('connection'), t('account'), t('events'), t('since'), t('why')]}
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
        countInWords(connection.waiting, { language }),
        since(connection, timezone),
        <bdi>{connection.reasons.join(', ')}</bdi>,
      ])}
    />
  );
};

/** For which accounts, clients and connections most events wait. */
export const WaitingEvents = ({ events, timezone }: { events: Backlog['events']; timezone: string }) => {
  const t = texts(useLanguage());
  if (events === null) {
    return (
      <Section title={t('by_account')}>
        <Empty>{t('events_silent')}</Empty>
      </Section>
    );
  }
  if (events.connections.length === 0) {
    return (
      <Section title={t('by_account')}>
        <Empty>{t('none_wait')}</Empty>
      </Section>
    );
  }
  return (
    <>
      <Section title={t('by_account')}>
        {events.is_partial && <p>{t('is_partial')}</p>}
        <Groups
          {...{ label: t('accounts'), head: t('account'), groups: events.accounts, timezone }}
          hrefOf={(account) => pathWith(backlogPath, { account })}
        />
      </Section>
      <Section title={t('by_client')}>
        <Groups
          {...{ label: t('clients'), head: t('client'), groups: events.clients, timezone }}
          hrefOf={(client) => pathWith(backlogPath, { client })}
        />
      </Section>
      <Section title={t('by_connection')}>
        <Connections events={events} timezone={timezone} />
      </Section>
    </>
  );
};
