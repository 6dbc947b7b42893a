import { Name, Section, When } from '@order-hub/pages/elements';
import { Form, RadioField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { pageReply } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { createInvitation } from '@order-hub/shared/management/invitations';
import { memberRoles } from '@order-hub/shared/management/members';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { peoplePath } from '../paths/people-path.ts';
import { placeOf } from './place.ts';
import { texts } from './texts.ts';

/** The link, which is in this answer alone. */
const Ready = ({ visit, url, expires_at }: { visit: UserVisit; url: string; expires_at: Date }) => {
  const t = texts(visit);
  const { id, name, trail } = placeOf(visit);
  return (
    <Layout title={t('ready')} visit={visit} trail={trail}>
      <Section title={t('invite_to', { name: <Name>{name}</Name> })}>
        <p>{t('send_link', { time: <When at={expires_at} timezone={visit.user.timezone} /> })}</p>
        <p>
          <label for="link">{t('link')}</label>
        </p>
        <p>
          <input id="link" readonly value={url} />
        </p>
        <p class="actions">
          <a class="button" href={peoplePath(id)}>
            {t('back')}
          </a>
        </p>
      </Section>
    </Layout>
  );
};

/** Invites somebody to work at a location. */
export const invitePage = page('/back-office/locations/:location_id/people/invite', {
  summary: 'Invite somebody to work at a location',
  who: 'confirmed',
  roles: managingRoles,
  load: (_input, visit) => placeOf(visit),
  show({ id, name, role, trail }, visit, form) {
    const t = texts(visit);
    const roles = memberRoles.filter((each) => role === 'owner' || each === 'kitchen');
    return (
      <Layout
        title={t('invite_to', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[...trail, { label: t('people'), href: peoplePath(id) }]}
      >
        <section>
          <Form visit={visit} form={form} submit={t('create')} cancel={peoplePath(id)}>
            <RadioField
              form={form}
              name="role"
              label={t('role')}
              value="kitchen"
              choices={roles.map((value) => ({ value, label: t(`role_${value}`), note: t(`${value}_may`) }))}
            />
            <TextField form={form} name="email" label={t('email')} hint={t('email_hint')} type="email" />
          </Form>
        </section>
      </Layout>
    );
  },
  form: createInvitation.input,
  async submit({ params, form }, visit, { askFor }: { askFor: AskFor }) {
    const { url, expires_at } = await askFor(createInvitation, visit, {
      params,
      input: { ...form, email: form.email ?? '' },
    });
    return pageReply(visit, <Ready visit={visit} url={url} expires_at={expires_at} />);
  },
});
