import type { FormState } from '@order-hub/pages/declared-page';
import { Name, Section, Tag, When } from '@order-hub/pages/elements';
import { FileField, Form, TextArea, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { retrieveListing, saveListing, type Listing } from '@order-hub/shared/management/apps';
import { retrieveClient, type ManagedClient } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { listingPath } from '../../paths/apps-path.ts';
import { clientPath } from '../../paths/client-path.ts';
import { AppCard } from '../app-list.tsx';
import { texts } from '../texts.ts';

type Props = { client: ManagedClient; listing: Listing | null; visit: UserVisit; form: FormState };

const State = ({ listing, visit }: Pick<Props, 'listing' | 'visit'>) => {
  const t = texts(visit);
  const { timezone } = visit.user;
  if (listing?.listed_at) {
    return (
      <p>
        <Tag tone="good">{t('listed')}</Tag>{' '}
        {t('listed_since', { at: <When at={listing.listed_at} timezone={timezone} /> })}
      </p>
    );
  }
  if (listing?.requested_at) {
    return (
      <p>
        <Tag tone="busy">{t('waits')}</Tag>{' '}
        {t('waits_since', { at: <When at={listing.requested_at} timezone={timezone} /> })}
      </p>
    );
  }
  return (
    <p>
      <Tag tone="quiet">{t('not_listed')}</Tag> {t('about_listing')}
    </p>
  );
};

const LogoSection = ({ client, listing, visit }: Omit<Props, 'form'> & { listing: Listing }) => {
  const t = texts(visit);
  const untouched = { values: {}, faults: [] };
  return (
    <>
      <Section title={t('preview')}>
        <AppCard app={listing} visit={visit} />
      </Section>
      <Section title={t('logo')}>
        <Form visit={visit} form={untouched} submit={t('set_logo')} action={`${listingPath(client.id)}/logo`} hasFiles>
          <FileField
            {...{ form: untouched, name: 'logo', label: t('logo'), hint: t('logo_hint') }}
            accept="image/png,image/jpeg"
          />
        </Form>
      </Section>
      {(listing.listed_at !== null || listing.requested_at !== null) && (
        <Section title={t('remove')}>
          <p>{t('about_removing')}</p>
          <Form
            visit={visit}
            form={untouched}
            submit={t('remove')}
            action={`${listingPath(client.id)}/remove`}
            danger
          />
        </Section>
      )}
    </>
  );
};

/** How a client presents itself in the directory; its owner asks an operator to list it. */
export const listingPage = page('/back-office/clients/:client_id/listing', {
  summary: 'The listing of a client in the directory of apps',
  who: 'user',
  async load({ params }, visit, { askFor }: { askFor: AskFor }) {
    const [client, { listing }] = await Promise.all([
      askFor(retrieveClient, visit, { params }),
      askFor(retrieveListing, visit, { params }),
    ]);
    return { client, listing };
  },
  show({ client, listing }, visit, form) {
    const t = texts(visit);
    const field = (name: 'description' | 'website' | 'start_url' | 'scope') => ({
      ...{ form, name, hint: t(`${name}_hint`), value: listing?.[name] },
      label: t(name === 'website' ? 'website_field' : name),
    });
    return (
      <Layout
        title={t('listing_of', { name: <Name>{client.name}</Name> })}
        visit={visit}
        trail={[{ label: client.name, href: clientPath(client.id) }]}
      >
        <Section title={t('directory')}>
          <State listing={listing} visit={visit} />
          <Form visit={visit} form={form} submit={t('ask')} cancel={clientPath(client.id)}>
            <TextArea {...field('description')} />
            <TextField {...field('scope')} required />
            <TextField {...field('website')} type="url" required />
            <TextField {...field('start_url')} type="url" required />
          </Form>
        </Section>
        {listing && <LogoSection client={client} listing={listing} visit={visit} />}
      </Layout>
    );
  },
  form: saveListing.input,
  async submit({ params, form }, visit, { askFor }) {
    await askFor(saveListing, visit, { params, input: form });
    return goTo(visit, listingPath(params.client_id), { notice: texts(visit)('asked') });
  },
});
