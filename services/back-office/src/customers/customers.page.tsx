import type { FormState } from '@order-hub/pages/declared-page';
import { Name, Section } from '@order-hub/pages/elements';
import { Form, SelectField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { searchCharsMax, searchCustomers, type UsableList } from '@order-hub/shared/customer-page-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { nameText, textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { customersPath } from '../paths/customer-path.ts';
import { locationPath } from '../paths/location-path.ts';
import { pathWith } from '../queries/path-with.ts';
import { CustomerTable } from './customer-table.tsx';
import { openSearch, sealedCharsMax, sealSearch, type CustomerSearch } from './sealed-search.ts';
import { texts } from './texts.ts';

const everybody: CustomerSearch = { search: '', customer_list_id: undefined };

type SearchProps = { visit: UserVisit; form: FormState; given: CustomerSearch; lists: readonly UsableList[] };

const SearchForm = ({ visit, form, given, lists }: SearchProps) => {
  const t = texts(visit);
  return (
    <Form visit={visit} form={form} submit={t('search')}>
      <TextField {...{ form, name: 'search', label: t('who'), hint: t('who_hint'), value: given.search }} autofocus />
      {lists.length > 1 && (
        <SelectField
          {...{ form, name: 'customer_list_id', label: t('list'), value: given.customer_list_id }}
          empty={t('all_lists')}
          choices={lists.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </Form>
  );
};

/** Customers of a location by name, phone or email, from its own lists and those of its account. */
export const customersPage = page('/back-office/locations/:location_id/customers', {
  summary: 'The customers of a location',
  who: 'user',
  roles: managingRoles,
  query: { search: textUpTo(sealedCharsMax).optional() },
  async load({ params: { location_id }, query }, visit, { askFor }: { askFor: AskFor }) {
    const sealed = query.search ?? '';
    const given = (await openSearch(visit.sessionSecret, location_id, sealed)) ?? everybody;
    return { location_id, given, ...(await askFor(searchCustomers, visit, { params: {}, input: given })) };
  },
  show({ location_id, given, lists, customers, more, unsearched }, visit, form) {
    const t = texts(visit);
    const name = visit.place?.location_name ?? '';
    const timezone = visit.place?.timezone ?? 'UTC';
    const isSearch = given.search.trim() !== '';
    return (
      <Layout
        title={t('customers_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[{ label: name, href: locationPath(location_id) }]}
      >
        <section>
          <SearchForm {...{ visit, form, given, lists }} />
        </section>
        <Section title={isSearch ? t('found') : t('newest')}>
          <CustomerTable {...{ location_id, timezone, lists, customers, isSearch }} />
          {more && <p class="hint">{t('more_match')}</p>}
          {unsearched && <p class="hint">{t('more_lists')}</p>}
        </Section>
      </Layout>
    );
  },
  form: z.object({ search: textUpTo(searchCharsMax), customer_list_id: nameText.optional() }),
  async submit({ params: { location_id }, form }, visit) {
    const given = { search: form.search, customer_list_id: form.customer_list_id || undefined };
    const search = await sealSearch(visit.sessionSecret, location_id, given);
    return goTo(visit, pathWith(customersPath(location_id), { search }));
  },
});
