import { accountPath } from '../accounts/account-path.ts';
import { ConnectionsSection, connectionsQuery } from '../connections/connections-section.tsx';
import { listPlaceConnections } from '../connections/list-place-connections.ts';
import { countryName } from '@order-hub/shared/country';
import { Facts, Notice, Section, Tag, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { timezoneLabel } from '@order-hub/pages/timezone-choices';
import { locationPath } from './location-path.ts';
import { resumeAtOf, type Location, type OrderAcceptance } from './location.ts';
import type { OwnLocation } from './own-location.store.ts';
import { retrieveOwnSettings } from './retrieve-own-location.ts';
import { acceptanceInWords, minutesInWords, openingHoursInWords } from './settings-in-words.ts';

const tones = { normal: 'good', busy: 'busy', paused: 'bad' } as const;

const Acceptance = ({ acceptance, timezone }: { acceptance: OrderAcceptance; timezone: string }) => {
  const { word, meaning } = acceptanceInWords(acceptance);
  const resume_at = resumeAtOf(acceptance);
  return (
    <>
      <Tag tone={tones[acceptance.mode]}>{word}</Tag> {meaning}
      {resume_at && (
        <>
          {' Back to normal on '}
          <When at={resume_at} timezone={timezone} />.
        </>
      )}
      {acceptance.mode === 'paused' && acceptance.reason && ` Reason: ${acceptance.reason}`}
    </>
  );
};

const Place = ({ own, edit }: { own: OwnLocation; edit: string }) => (
  <Section title="About the location" action={{ label: 'Edit', href: edit }}>
    <Facts
      facts={[
        ['State', own.suspended ? <Tag tone="bad">Suspended</Tag> : <Tag tone="good">Active</Tag>],
        ['Address', own.address],
        ['Postal code and city', [own.postal_code, own.city].filter(Boolean).join(' ') || null],
        ['Country', own.country && countryName(own.country)],
        ['Timezone', timezoneLabel(own.timezone)],
        ['Location id', <code>{own.id}</code>],
      ]}
    />
  </Section>
);

const Settings = ({ settings, timezone }: { settings: Location; timezone: string }) => (
  <Section title="Orders and opening hours">
    <p>Applications set these, such as the till. They are in the local time of the location.</p>
    <Facts
      facts={[
        ['Orders', <Acceptance acceptance={settings.order_acceptance} timezone={timezone} />],
        ['Preparation', `Usually ${minutesInWords(settings.preparation_time)}`],
        ...(settings.opening_hours
          ? openingHoursInWords(settings.opening_hours)
          : [['Opening hours', 'No application has set them yet.'] as const]),
      ]}
    />
  </Section>
);

/** A location: what it is, what applications have set, and the ways to what happens there. */
export const locationPage = page('/back-office/locations/:location_id', {
  summary: 'A location',
  who: 'user',
  query: connectionsQuery,
  async load({ params: { location_id }, query: { connections_after: after } }, { user }, { db }) {
    const [found, connections] = await Promise.all([
      retrieveOwnSettings(db, user, location_id),
      listPlaceConnections(db, user, { location_id }, { after }),
    ]);
    return { ...found, connections };
  },
  show: ({ own, settings, connections }, visit) => {
    const path = locationPath(own.id);
    return (
      <Layout title={own.name} visit={visit} trail={[{ label: own.account_name, href: accountPath(own.account_id) }]}>
        {own.suspended && (
          <Notice tone="bad">
            <p>
              This location is suspended, because its subscription, or that of its account, is not paid. Until it is,
              applications do not reach it. What they have stored is kept. Ask the operator of this hub to resume it.
            </p>
          </Notice>
        )}
        <Place own={own} edit={`${path}/edit`} />
        <Settings settings={settings} timezone={own.timezone} />
        <ConnectionsSection connections={connections} visit={visit} />
        <Section title="Orders" action={{ label: 'Live orders', href: `${path}/orders` }}>
          <p>The latest orders of the location, as they come in.</p>
        </Section>
        <Section title="Events" action={{ label: 'Events', href: `${path}/events` }}>
          <p>What waits to be told to the applications that are connected.</p>
        </Section>
      </Layout>
    );
  },
});
