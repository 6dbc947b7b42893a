import { Facts, Name, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { listInvitations } from '@order-hub/shared/management/invitations';
import { listMembers } from '@order-hub/shared/management/members';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { invitePath } from '../paths/people-path.ts';
import { placeOf } from './place.ts';
import { peopleQuery, peopleShownMax as count } from './people-query.ts';
import { InvitationsSection, MembersSection } from './people-sections.tsx';
import { texts } from './texts.ts';

/** Who works at a location, and who is invited (docs/api/back-office.md#people). */
export const locationPeoplePage = page('/back-office/locations/:location_id/people', {
  summary: 'The people of a location',
  who: 'user',
  roles: managingRoles,
  query: peopleQuery,
  async load({ params: { location_id }, query }, visit, { askFor }: { askFor: AskFor }) {
    const [members, invitations] = await Promise.all([
      askFor(listMembers, visit, { params: {}, input: { location_id, after: query.after, count } }),
      askFor(listInvitations, visit, { params: {}, input: { location_id, after: query.invitations_after, count } }),
    ]);
    return { members, invitations, ...placeOf(visit) };
  },
  show({ members, invitations, name, id, role, trail }, visit) {
    const t = texts(visit);
    return (
      <Layout title={t('people_of', { name: <Name>{name}</Name> })} visit={visit} trail={trail}>
        <MembersSection list={members} visit={visit} acting={role} invitePath={invitePath(id)} />
        <InvitationsSection list={invitations} visit={visit} acting={role} />
        <Section title={t('roles')}>
          <Facts
            facts={[
              ...(role === 'owner' ? [[t('role_manager'), t('manager_may')] as const] : []),
              [t('role_kitchen'), t('kitchen_may')],
            ]}
          />
        </Section>
      </Layout>
    );
  },
});
