import { Name } from '@order-hub/pages/elements';
import { Form, RadioField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { memberRoles, updateMember } from '@order-hub/shared/management/members';
import type { AskFor } from '@order-hub/shared/principal-call';
import { peoplePath } from '../paths/people-path.ts';
import { findMemberAt } from './find-member-at.ts';
import { memberName } from './member-name.ts';
import { placeOf } from './place.ts';
import { texts } from './texts.ts';

/** Changes the role of a member. */
export const updateMemberPage = page('/back-office/locations/:location_id/people/:member_id/update', {
  summary: 'Change the role of a member',
  who: 'user',
  load: async ({ params }, visit, deps: { askFor: AskFor }) => ({
    member: await findMemberAt(deps, visit, params),
    trail: placeOf(visit).trail,
  }),
  show({ member, trail }, visit, form) {
    const t = texts(visit);
    const back = peoplePath(member.location_id);
    return (
      <Layout
        title={t('title_of_role', { name: <Name>{memberName(member)}</Name> })}
        visit={visit}
        trail={[...trail, { label: t('people'), href: back }]}
      >
        <section>
          <Form visit={visit} form={form} submit={t('save')} cancel={back}>
            <RadioField
              form={form}
              name="role"
              label={t('role')}
              value={member.role}
              choices={memberRoles.map((value) => ({ value, label: t(`role_${value}`), note: t(`${value}_may`) }))}
            />
          </Form>
        </section>
      </Layout>
    );
  },
  form: updateMember.input,
  async submit({ params, form }, visit, deps) {
    await findMemberAt(deps, visit, params);
    await deps.askFor(updateMember, visit, { params, input: form });
    return goTo(visit, peoplePath(params.location_id), { notice: texts(visit)('role_changed') });
  },
});
