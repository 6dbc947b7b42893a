import { Name } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { createLocation, locationDetails } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { accountPath } from '../paths/account-path.ts';
import { LocationFields } from './location-fields.tsx';
import { locationPath } from '../paths/location-path.ts';
import { texts } from './texts.ts';

const nothingEntered = { name: '', address: null, postal_code: null, city: null, country: null };

export const createLocationPage = page('/back-office/accounts/:account_id/locations/new', {
  summary: 'Add a location to an account',
  who: 'user',
  load: ({ params: { account_id } }, { place }) => ({ account_id, account_name: place?.account_name ?? '' }),
  show({ account_id, account_name }, visit, form) {
    const t = texts(visit);
    const path = accountPath(account_id);
    return (
      <Layout
        title={t('new_location_of', { name: <Name>{account_name}</Name> })}
        visit={visit}
        trail={[{ label: account_name, href: path }]}
      >
        <section>
          <Form visit={visit} form={form} submit={t('create')} cancel={path}>
            <LocationFields form={form} location={{ ...nothingEntered, timezone: visit.user.timezone }} />
          </Form>
        </section>
      </Layout>
    );
  },
  form: locationDetails,
  async submit({ params: { account_id }, form }, visit, { askFor }: { askFor: AskFor }) {
    const { id } = await askFor(createLocation, visit, { params: {}, input: { ...form, account_id } });
    return goTo(visit, locationPath(id), { notice: texts(visit)('created') });
  },
});
