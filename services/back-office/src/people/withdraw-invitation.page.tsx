import { Facts, Name, Section, When } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { retrieveInvitation, withdrawInvitation } from '@order-hub/shared/management/invitations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { peoplePath } from '../paths/people-path.ts';
import { placeOf } from './place.ts';
import { texts } from './texts.ts';

/** Ends an invitation that nobody has accepted. */
export const withdrawInvitationPage = page('/back-office/locations/:location_id/invitations/:invitation_id/withdraw', {
  summary: 'Withdraw an invitation',
  who: 'user',
  roles: managingRoles,
  load: async ({ params }, visit, { askFor }: { askFor: AskFor }) => ({
    invitation: await askFor(retrieveInvitation, visit, { params }),
    ...placeOf(visit),
  }),
  show({ invitation, id, trail }, visit, form) {
    const t = texts(visit);
    const back = peoplePath(id);
    return (
      <Layout title={t('withdraw_question')} visit={visit} trail={[...trail, { label: t('people'), href: back }]}>
        <Section title={t('what_happens')}>
          <p>{t('withdraw_effect')}</p>
          <Facts
            facts={[
              [t('invited'), invitation.email === null ? t('link_holder') : <Name>{invitation.email}</Name>],
              [t('location'), <Name>{invitation.location_name}</Name>],
              [t('role'), t(`role_${invitation.role}`)],
              [t('valid_until'), <When at={invitation.expires_at} timezone={visit.user.timezone} />],
            ]}
          />
          <Form visit={visit} form={form} submit={t('withdraw')} danger cancel={back} />
        </Section>
      </Layout>
    );
  },
  async submit({ params }, visit, { askFor }) {
    await askFor(withdrawInvitation, visit, { params });
    return goTo(visit, peoplePath(params.location_id), { notice: texts(visit)('withdrawn') });
  },
});
