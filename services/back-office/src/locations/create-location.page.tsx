import { accountPath } from '../accounts/account-path.ts';
import { retrieveOwnAccount } from '../accounts/retrieve-own-account.ts';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { addLocation } from './add-location.ts';
import { locationPath } from './location-path.ts';
import { noPlace } from './location.ts';
import { placeForm } from './location.schema.ts';
import { PlaceFields } from './place-fields.tsx';

export const addLocationPage = page('/back-office/accounts/:account_id/locations/new', {
  summary: 'Add a location to an account',
  who: 'user',
  load: ({ params }, { user }, { db }) => retrieveOwnAccount(db, user, params.account_id),
  show: ({ id, name }, visit, form) => (
    <Layout title={`New location of ${name}`} visit={visit} trail={[{ label: name, href: accountPath(id) }]}>
      <section>
        <Form visit={visit} form={form} submit="Create the location" cancel={accountPath(id)}>
          <PlaceFields form={form} place={{ ...noPlace, name: '', timezone: visit.user.timezone }} />
        </Form>
      </section>
    </Layout>
  ),
  form: placeForm,
  async submit({ params, form }, visit, { db }) {
    const id = await addLocation(db, visit, params.account_id, form);
    return goTo(visit, locationPath(id), { notice: 'The location is there.' });
  },
});
