import { Facts, Notice, Section, Tag, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { timezoneLabel } from '../choices/timezone-choices.ts';
import { countryName } from '@order-hub/shared/country';
import { listUserConnections } from '@order-hub/shared/management/connections';
import { retrieveLocation, type LocationSettings, type ManagedLocation } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { accountPath } from '../paths/account-path.ts';
import { ConnectionsSection, connectionsQuery, connectionsShownMax } from '../connections/connections-section.tsx';
import { AppsSection } from '../apps/apps-section.tsx';
import { CustomersSection } from '../customers/customers-section.tsx';
import { LocationPeopleSection } from '../people/people-links.tsx';
import { locationPath } from '../paths/location-path.ts';
import { MenuSection } from '../menu/menu-section.tsx';
import { SearchLink } from '../order-pages/search-link.tsx';
import { TodayLink } from '../today/today-link.tsx';
import { isSuspended, StateTag } from '../suspensions/state-tag.tsx';
import { acceptanceInWords, minutesInWords, openingHoursInWords } from './settings-in-words.ts';

const tones = { normal: 'good', busy: 'busy', paused: 'bad' } as const;

type AcceptanceProps = { acceptance: LocationSettings['order_acceptance']; timezone: string };

const Acceptance = ({ acceptance, timezone }: AcceptanceProps) => {
  const { word, meaning } = acceptanceInWords(acceptance);
  const resume_at = acceptance.mode === 'normal' ? null : acceptance.resume_at;
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

const Details = ({ location, isOwner }: { location: ManagedLocation; isOwner: boolean }) => (
  <Section
    title="About the location"
    {...(isOwner && { action: { label: 'Edit', href: `${locationPath(location.id)}/update` } })}
  >
    <Facts
      facts={[
        ['State', <StateTag suspended={isSuspended(location)} />],
        ['Address', location.address],
        ['Postal code and city', [location.postal_code, location.city].filter(Boolean).join(' ') || null],
        ['Country', location.country && countryName(location.country)],
        ['Timezone', timezoneLabel(location.timezone)],
        ['Location id', <code>{location.id}</code>],
      ]}
    />
  </Section>
);

const Settings = ({ settings, timezone }: { settings: LocationSettings; timezone: string }) => (
  <Section title="Orders and opening hours">
    <p>Apps such as the till set these. Times are in the timezone of the location.</p>
    <Facts
      facts={[
        ['Orders', <Acceptance acceptance={settings.order_acceptance} timezone={timezone} />],
        ['Preparation', `Usually ${minutesInWords(settings.preparation_time)}`],
        ...(settings.opening_hours
          ? openingHoursInWords(settings.opening_hours, settings.cutoff_time)
          : [['Opening hours', 'No app has set them yet.'] as const]),
      ]}
    />
  </Section>
);

/** A location: its details, what apps have set, its connections, and links to its orders and events. */
export const locationPage = page('/back-office/locations/:location_id', {
  summary: 'A location',
  who: 'user',
  roles: everyRole,
  query: connectionsQuery,
  async load({ params: { location_id }, query }, visit, { askFor }: { askFor: AskFor }) {
    const input = { location_id, after: query.connections_after, count: connectionsShownMax };
    const isOwner = visit.place?.role === 'owner';
    const [location, connections] = await Promise.all([
      askFor(retrieveLocation, visit, { params: { location_id } }),
      isOwner ? askFor(listUserConnections, visit, { params: {}, input }) : null,
    ]);
    return { location, connections };
  },
  show: ({ location, connections }, visit) => {
    const { id, name, account_id, account_name, settings, timezone } = location;
    const path = locationPath(id);
    const role = visit.place?.role ?? 'kitchen';
    const isOwner = role === 'owner';
    return (
      <Layout
        title={name}
        visit={visit}
        trail={isOwner ? [{ label: account_name, href: accountPath(account_id) }] : []}
      >
        {isSuspended(location) && (
          <Notice tone="bad">
            <p>
              This location is suspended because its subscription, or that of its account, has not been paid. Until it
              is, apps cannot reach the location. Their data is kept. Ask the operator of this hub to resume it.
            </p>
          </Notice>
        )}
        {role !== 'kitchen' && <TodayLink path={`${path}/today`} visit={visit} />}
        <Details location={location} isOwner={isOwner} />
        <Settings settings={settings} timezone={timezone} />
        {connections && <ConnectionsSection connections={connections} visit={visit} />}
        <Section title="Orders" action={{ label: 'Order board', href: `${path}/orders` }}>
          <p>The latest orders of the location, as they come in.</p>
          <SearchLink location_id={id} visit={visit} />
        </Section>
        <MenuSection location_id={id} visit={visit} />
        {isOwner && <AppsSection location_id={id} />}
        {role !== 'kitchen' && <CustomersSection location_id={id} />}
        {isOwner && (
          <Section title="Events" action={{ label: 'Events', href: `${path}/events` }}>
            <p>Messages waiting for the connected apps.</p>
          </Section>
        )}
        <LocationPeopleSection location_id={id} role={role} visit={visit} />
      </Layout>
    );
  },
});
