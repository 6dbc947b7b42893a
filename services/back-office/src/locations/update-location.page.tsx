import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { changeLocation } from './change-location.ts';
import { locationPath } from './location-path.ts';
import { placeForm } from './location.schema.ts';
import { PlaceFields } from './place-fields.tsx';
import { retrieveOwnLocation } from './retrieve-own-location.ts';

export const changeLocationPage = page('/back-office/locations/:location_id/edit', {
  summary: 'Change name, address and timezone of a location',
  who: 'user',
  load: ({ params }, { user }, { db }) => retrieveOwnLocation(db, user, params.location_id),
  show: (location, visit, form) => (
    <Layout
      title={`Edit ${location.name}`}
      visit={visit}
      trail={[{ label: location.name, href: locationPath(location.id) }]}
    >
      <section>
        <p>Applications that are connected to the location are told what changes.</p>
        <Form visit={visit} form={form} submit="Save" cancel={locationPath(location.id)}>
          <PlaceFields form={form} place={location} />
        </Form>
      </section>
    </Layout>
  ),
  form: placeForm,
  async submit({ params: { location_id }, form }, visit, { db }) {
    await changeLocation(db, visit, location_id, form);
    return goTo(visit, locationPath(location_id), { notice: 'The location is saved.' });
  },
});
