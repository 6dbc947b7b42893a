import { textUpTo } from '@order-hub/shared/texts';
import { Empty, Name, Notice, Section, Table } from '@order-hub/pages/elements';
import { QueryForm, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { searchPlaces, type FoundAccount, type FoundLocation } from '@order-hub/shared/management/operators';
import type { AskFor } from '@order-hub/shared/principal-call';
import {
  backlogPath,
  operatedAccountPath,
  operatorAuditPath,
  operatorPath,
  requestedListingsPath,
} from '../paths/operator-path.ts';
import { LocationTag, StateTag } from '../suspensions/state-tag.tsx';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

const Accounts = ({ accounts }: { accounts: readonly FoundAccount[] }) => {
  const t = texts(useLanguage());
  return accounts.length === 0 ? (
    <Empty>{t('no_account_found')}</Empty>
  ) : (
    <Table
      label={t('accounts')}
      heads={[t('account'), t('owner'), t('state'), t('id')]}
      rows={accounts.map(({ id, name, owner_email, suspended_at }) => [
        <a href={operatedAccountPath(id)}>{name}</a>,
        <Name>{owner_email}</Name>,
        <StateTag suspended={suspended_at !== null} />,
        <code>{id}</code>,
      ])}
    />
  );
};

const Locations = ({ locations }: { locations: readonly FoundLocation[] }) => {
  const t = texts(useLanguage());
  return locations.length === 0 ? (
    <Empty>{t('no_location_found')}</Empty>
  ) : (
    <Table
      label={t('locations')}
      heads={[t('location'), t('account'), t('state'), t('id')]}
      rows={locations.map((location) => [
        <Name>{location.name}</Name>,
        <a href={operatedAccountPath(location.account_id)}>{location.account_name}</a>,
        <LocationTag {...location} />,
        <code>{location.id}</code>,
      ])}
    />
  );
};

/** Where operators find every account and location. */
export const searchPage = page(operatorPath, {
  summary: 'Search accounts and locations, for operators',
  who: 'operator',
  query: {
    q: textUpTo(255)
      .default('')
      .transform((text) => text.trim()),
  },
  load: async ({ query: { q } }, visit, { askFor }: { askFor: AskFor }) => ({
    q,
    ...(await askFor(searchPlaces, visit, { params: {}, input: { search: q } })),
  }),
  show({ q, accounts, locations, has_more }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('operator')} visit={visit}>
        <Section title={t('search')} action={{ label: t('audit'), href: operatorAuditPath }}>
          <QueryForm submit={t('search')}>
            <TextField form={form} name="q" label={t('account_or_location')} hint={t('search_hint')} value={q} />
          </QueryForm>
          <p class="actions">
            <a class="button" href={backlogPath}>
              {t('backlog')}
            </a>
            <a class="button" href={requestedListingsPath}>
              {t('directory')}
            </a>
          </p>
          {has_more && (
            <Notice tone="busy">
              <p>{t('not_all')}</p>
            </Notice>
          )}
        </Section>
        <Section title={q === '' ? t('newest_accounts') : t('accounts')}>
          <Accounts accounts={accounts} />
        </Section>
        {q !== '' && (
          <Section title={t('locations')}>
            <Locations locations={locations} />
          </Section>
        )}
      </Layout>
    );
  },
});
