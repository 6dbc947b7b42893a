import { FileField, Form } from '@order-hub/pages/form';
import { Name } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { removeListing, saveLogo } from '@order-hub/shared/management/apps';
import { retrieveClient } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { listingPath } from '../../paths/apps-path.ts';
import { clientPath } from '../../paths/client-path.ts';
import { texts } from '../texts.ts';

/** The logo and the other fields of its form. */
const formBytesMax = 60_000;

/** Sets the logo of a client; an empty choice removes it. */
export const logoPage = page('/back-office/clients/:client_id/listing/logo', {
  summary: 'The logo of a client in the directory of apps',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show(client, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('logo_of', { name: <Name>{client.name}</Name> })}
        visit={visit}
        trail={[{ label: client.name, href: clientPath(client.id) }]}
      >
        <section>
          <Form visit={visit} form={form} submit={t('set_logo')} cancel={listingPath(client.id)} hasFiles>
            <FileField
              {...{ form, name: 'logo', label: t('logo'), hint: t('logo_hint') }}
              accept="image/png,image/jpeg"
            />
          </Form>
        </section>
      </Layout>
    );
  },
  form: saveLogo.input,
  filesBytesMax: formBytesMax,
  async submit({ params, form }, visit, { askFor }) {
    await askFor(saveLogo, visit, { params, input: { logo: form.logo || null } });
    return goTo(visit, listingPath(params.client_id), { notice: texts(visit)('logo_set') });
  },
});

/** Takes a client out of the directory. */
export const removeListingPage = page('/back-office/clients/:client_id/listing/remove', {
  summary: 'Take a client out of the directory of apps',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show(client, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('remove_named', { name: <Name>{client.name}</Name> })}
        visit={visit}
        trail={[{ label: client.name, href: clientPath(client.id) }]}
      >
        <section>
          <p>{t('about_removing')}</p>
          <Form visit={visit} form={form} submit={t('remove')} cancel={listingPath(client.id)} danger />
        </section>
      </Layout>
    );
  },
  async submit({ params }, visit, { askFor }) {
    await askFor(removeListing, visit, { params });
    return goTo(visit, listingPath(params.client_id), { notice: texts(visit)('removed') });
  },
});
