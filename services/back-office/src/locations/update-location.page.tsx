import { Name } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { retrieveLocation, updateLocationDetails } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { LocationFields } from './location-fields.tsx';
import { locationPath } from '../paths/location-path.ts';
import { texts } from './texts.ts';

export const updateLocationPage = page('/back-office/locations/:location_id/update', {
  summary: 'Update the name, address and timezone of a location',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveLocation, visit, { params }),
  show(location, visit, form) {
    const t = texts(visit);
    const path = locationPath(location.id);
    return (
      <Layout
        title={t('edit_named', { name: <Name>{location.name}</Name> })}
        visit={visit}
        trail={[{ label: location.name, href: path }]}
      >
        <section>
          <p>{t('apps_get_changes')}</p>
          <Form visit={visit} form={form} submit={t('save')} cancel={path}>
            <LocationFields form={form} location={location} />
          </Form>
        </section>
      </Layout>
    );
  },
  form: updateLocationDetails.input,
  async submit({ params, form }, visit, { askFor }) {
    await askFor(updateLocationDetails, visit, { params, input: form });
    return goTo(visit, locationPath(params.location_id), { notice: texts(visit)('saved') });
  },
});
