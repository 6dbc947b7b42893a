import { Name, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { retrieveAccount } from '@order-hub/shared/management/accounts';
import { listInvitations } from '@order-hub/shared/management/invitations';
import { listLocations } from '@order-hub/shared/management/locations';
import { listMembers } from '@order-hub/shared/management/members';
import type { AskFor } from '@order-hub/shared/principal-call';
import { accountPath } from '../paths/account-path.ts';
import { invitePath } from '../paths/people-path.ts';
import { FactorSection } from './people-links.tsx';
import { peopleQuery, peopleShownMax as count } from './people-query.ts';
import { InvitationsSection, MembersSection } from './people-sections.tsx';
import { texts } from './texts.ts';

const locationsShownMax = 20;

/** Who works at the locations of an account, for its owner (docs/api/back-office.md#people). */
export const accountPeoplePage = page('/back-office/accounts/:account_id/people', {
  summary: 'The people of an account',
  who: 'user',
  query: peopleQuery,
  async load({ params: { account_id }, query }, visit, { askFor }: { askFor: AskFor }) {
    const [account, locations, members, invitations] = await Promise.all([
      askFor(retrieveAccount, visit, { params: { account_id } }),
      askFor(listLocations, visit, { params: {}, input: { account_id, count: locationsShownMax } }),
      askFor(listMembers, visit, { params: {}, input: { account_id, after: query.after, count } }),
      askFor(listInvitations, visit, { params: {}, input: { account_id, after: query.invitations_after, count } }),
    ]);
    return { account, locations, members, invitations };
  },
  show({ account, locations, members, invitations }, visit) {
    const t = texts(visit);
    const path = accountPath(account.id);
    return (
      <Layout
        title={t('people_of', { name: <Name>{account.name}</Name> })}
        visit={visit}
        trail={[{ label: account.name, href: path }]}
      >
        <MembersSection list={members} visit={visit} acting="owner" withLocations />
        <FactorSection account={account} visit={visit} />
        <InvitationsSection list={invitations} visit={visit} acting="owner" withLocations />
        <Section title={t('invite')}>
          <p>{t('invite_where')}</p>
          <ul>
            {locations.items.map(({ id, name }) => (
              <li>
                <a href={invitePath(id)}>{t('invite_to', { name: <Name>{name}</Name> })}</a>
              </li>
            ))}
          </ul>
          {locations.next !== null && (
            <p>
              <a href={path}>{t('all_locations')}</a>
            </p>
          )}
        </Section>
      </Layout>
    );
  },
});
