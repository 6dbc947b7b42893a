import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { removeMember } from '@order-hub/shared/management/members';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { peoplePath } from '../paths/people-path.ts';
import { findMemberAt } from './find-member-at.ts';
import { memberName } from './member-name.ts';
import { placeOf } from './place.ts';
import { texts } from './texts.ts';

/** Ends what a member may do at a location. */
export const removeMemberPage = page('/back-office/locations/:location_id/people/:member_id/remove', {
  summary: 'Remove a member from a location',
  who: 'user',
  roles: managingRoles,
  load: async ({ params }, visit, deps: { askFor: AskFor }) => ({
    member: await findMemberAt(deps, visit, params),
    trail: placeOf(visit).trail,
  }),
  show({ member, trail }, visit, form) {
    const t = texts(visit);
    const back = peoplePath(member.location_id);
    const name = <Name>{memberName(member)}</Name>;
    return (
      <Layout title={t('remove_named', { name })} visit={visit} trail={[...trail, { label: t('people'), href: back }]}>
        <Section title={t('what_happens')}>
          <ul>
            <li>{t('loses_access', { name })}</li>
            {member.role === 'manager' && <li>{t('invitations_end', { name })}</li>}
          </ul>
          <Form visit={visit} form={form} submit={t('remove')} danger cancel={back} />
        </Section>
      </Layout>
    );
  },
  async submit({ params }, visit, deps) {
    await findMemberAt(deps, visit, params);
    await deps.askFor(removeMember, visit, { params });
    return goTo(visit, peoplePath(params.location_id), { notice: texts(visit)('removed') });
  },
});
