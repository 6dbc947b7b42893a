import { Facts, Name, Notice, Section, Tag, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { timezoneLabel } from '../choices/timezone-choices.ts';
import { listUserConnections } from '@order-hub/shared/management/connections';
import { retrieveLocation, type LocationSettings, type ManagedLocation } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole, managingRoles } from '@order-hub/shared/roles';
import { accountPath } from '../paths/account-path.ts';
import { ConnectionsSection, connectionsQuery, connectionsShownMax } from '../connections/connections-section.tsx';
import { AppsSection } from '../apps/apps-section.tsx';
import { LeaveLink } from '../people/people-links.tsx';
import { locationPath } from '../paths/location-path.ts';
import { isSuspended, StateTag } from '../suspensions/state-tag.tsx';
import { acceptanceInWords, openingHoursInWords } from './settings-in-words.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';
import { formats } from '@order-hub/pages/formats';

const tones = { normal: 'good', busy: 'busy', paused: 'bad' } as const;

type AcceptanceProps = { acceptance: LocationSettings['order_acceptance']; timezone: string };

const Acceptance = ({ acceptance, timezone }: AcceptanceProps) => {
  const t = texts(useLanguage());
  const { word, meaning } = acceptanceInWords(acceptance, t);
  const resume_at = acceptance.mode === 'normal' ? null : acceptance.resume_at;
  return (
    <>
      <Tag tone={tones[acceptance.mode]}>{word}</Tag> {meaning}
      {resume_at && <> {t('back_to_normal', { time: <When at={resume_at} timezone={timezone} /> })}</>}
      {acceptance.mode === 'paused' && acceptance.reason && (
        <> {t('reason', { reason: <Name>{acceptance.reason}</Name> })}</>
      )}
    </>
  );
};

const Suspended = ({ location }: { location: ManagedLocation }) => {
  const t = texts(useLanguage());
  if (!isSuspended(location)) return null;
  return (
    <Notice tone="bad">
      <p>{t('suspended')}</p>
    </Notice>
  );
};

const Details = ({ location, isOwner }: { location: ManagedLocation; isOwner: boolean }) => {
  const language = useLanguage();
  const t = texts(language);
  return (
    <Section
      title={t('about')}
      {...(isOwner && { action: { label: t('edit'), href: `${locationPath(location.id)}/update` } })}
    >
      <Facts
        facts={[
          [t('state'), <StateTag suspended={isSuspended(location)} />],
          [t('address'), location.address],
          [t('postal_code_and_city'), [location.postal_code, location.city].filter(Boolean).join(' ') || null],
          [t('country'), location.country && formats(language).country(location.country)],
          [t('timezone'), timezoneLabel(location.timezone)],
          [t('location_id'), <code>{location.id}</code>],
        ]}
      />
    </Section>
  );
};

type SettingsProps = { location: ManagedLocation & { settings: LocationSettings }; mayChange: boolean };

const Settings = ({ location: { id, settings, timezone }, mayChange }: SettingsProps) => {
  const t = texts(useLanguage());
  return (
    <Section
      title={t('orders_and_hours')}
      {...(mayChange && { action: { label: t('change_hours'), href: `${locationPath(id)}/hours` } })}
    >
      <p>{t('set_by_apps')}</p>
      <Facts
        facts={[
          [t('orders'), <Acceptance acceptance={settings.order_acceptance} timezone={timezone} />],
          [t('preparation'), t('usually', { minutes: settings.preparation_time })],
          ...(settings.opening_hours
            ? openingHoursInWords(settings.opening_hours, settings.cutoff_time, t)
            : [[t('opening_hours'), t('no_opening_hours')] as const]),
        ]}
      />
    </Section>
  );
};

const EventsSection = ({ location_id }: { location_id: string }) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('events')} action={{ label: t('events'), href: `${locationPath(location_id)}/events` }}>
      <p>{t('about_events')}</p>
    </Section>
  );
};

/** A location: how it takes orders, its details, its connections, and links to its apps and events. */
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
  show({ location, connections }, visit) {
    const { id, name, account_id, account_name } = location;
    const role = visit.place?.role;
    const isOwner = role === 'owner';
    return (
      <Layout
        title={name}
        visit={visit}
        trail={isOwner ? [{ label: account_name, href: accountPath(account_id) }] : []}
      >
        <Suspended location={location} />
        <Settings location={location} mayChange={role !== undefined && managingRoles.includes(role)} />
        <Details location={location} isOwner={isOwner} />
        {connections && <ConnectionsSection connections={connections} visit={visit} />}
        {isOwner && <AppsSection location_id={id} />}
        {isOwner && <EventsSection location_id={id} />}
        {!isOwner && <LeaveLink location_id={id} visit={visit} />}
      </Layout>
    );
  },
});
